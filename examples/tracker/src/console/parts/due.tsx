import { Time } from "@cmgen/console/page";
import "./due.css";

/** When an open issue is due, in red once that is over. */
export function Due({ isOpen, value }: { readonly isOpen: boolean; readonly value: string | undefined }) {
  if (value === undefined) return <>never</>;
  const isLate = isOpen && Date.parse(value) < Date.now();
  return (
    <span className={isLate ? "tracker-late" : undefined}>
      <Time value={value} />
    </span>
  );
}
