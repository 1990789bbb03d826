import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";

export function NothingHere(): ReactElement {
  return (
    <Notice>
      <h1>{texts.problem.notFound}</h1>
      <p>
        <Link to="/">{texts.overview}</Link>
      </p>
    </Notice>
  );
}
