/** What is folded away: drawn only while it is unfolded, for it is much. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface DisclosureProps {
  summary: string;
  /** Whose they are, for those who hear the summary without seeing what it stands under. */
  whose?: string;
  onOpen?: () => void;
  children: () => ComponentChildren;
}

export function Disclosure({ summary, whose, onOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const toggle = (now: boolean) => {
    setOpen(now);
    if (now) onOpen?.();
  };
  return (
    <details onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        {summary}
        {whose !== undefined && <span class="unseen"> {whose}</span>}
      </summary>
      {open && children()}
    </details>
  );
}

interface FoldedPanelProps {
  id: string;
  title: string;
  /** The class of the panel. */
  kind: string;
  children: () => ComponentChildren;
}

/** A panel of which only the title is drawn until it is unfolded. */
export function FoldedPanel({ id, title, kind, children }: FoldedPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <section class={`panel folded ${kind}`} aria-labelledby={id}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {open && children()}
      </details>
    </section>
  );
}
