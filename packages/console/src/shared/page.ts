// What extensions may use of the page that they are in: `@cmgen/console/page`.
export { connection } from "../api/connection.js";
export { Button, type ButtonProps } from "../design/button.js";
export { Field, type FieldProps, Input, Select, Textarea } from "../design/field.js";
export { Notice, type NoticeProps } from "../design/notice.js";
export { ProblemNotice, type ProblemNoticeProps } from "../design/problem-notice.js";
export { Time, type TimeProps } from "../design/time.js";
export { ObjectLink, type ObjectLinkProps } from "../extension/object-link.js";
