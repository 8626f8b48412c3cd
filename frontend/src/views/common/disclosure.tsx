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
  /** Whether it is unfolded at first. */
  unfolded?: boolean;
  children: () => ComponentChildren;
}

/** A panel of which only the title is drawn until it is unfolded. */
export function FoldedPanel({ id, title, kind, unfolded = false, children }: FoldedPanelProps) {
  const [open, setOpen] = useState(unfolded);
  return (
    <section class={`panel folded ${kind}`} aria-labelledby={id}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2 id={id}>{title}</h2>
        </summary>
        {open && children()}
      </details>
    </section>
  );
}
