/** Numbers behind a picture: drawn only while they are unfolded, for they are many. */

import { useState } from "preact/hooks";

interface DisclosureProps {
  summary: string;
  /** Whose they are, for those who hear the summary without seeing what it stands under. */
  whose?: string;
  children: () => preact.JSX.Element;
}

export function Disclosure({ summary, whose, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {summary}
        {whose !== undefined && <span class="unseen"> {whose}</span>}
      </summary>
      {open && children()}
    </details>
  );
}
