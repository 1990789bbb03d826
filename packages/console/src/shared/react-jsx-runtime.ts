export { Fragment, jsx, jsxs } from "react/jsx-runtime";
