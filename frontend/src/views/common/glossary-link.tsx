/** A link to an entry of the glossary. */

import type { ComponentChildren } from "preact";

interface Props {
  entry: string;
  children: ComponentChildren;
}

export function GlossaryLink({ entry, children }: Props) {
  return (
    <a class="term" href={`/glossary/#${entry}`} target="_blank">
      {children}
    </a>
  );
}
