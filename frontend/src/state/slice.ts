/** Slices of a reducer: what each of their actions makes of a part of the state. */

export type Slice<Part, Action extends { type: string }> = {
  [Type in Action["type"]]: (part: Part, action: Extract<Action, { type: Type }>) => Part;
};

/** Return the part after an action; the very same where that is not one of the slice. */
export function reduce<Part, Action extends { type: string }>(
  slice: Slice<Part, Action>,
  part: Part,
  action: { type: string },
): Part {
  const change = slice[action.type as Action["type"]] as Slice<Part, Action>[Action["type"]] | undefined;
  return change === undefined ? part : change(part, action as never);
}
