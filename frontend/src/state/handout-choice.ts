/** The contents of the handout: sheets, moments, and what stands beside them. */

export interface HandoutChoice {
  /** The numbers of calls before the moments, in order; null for the moment on show. */
  moments: readonly number[] | null;
  /** A sheet of problems: hand and auction, without their answers. */
  problems: boolean;
  /** A sheet of answers. */
  answers: boolean;
  /** The four hands of a known deal among the answers. */
  deal: boolean;
  /** Links with their QR codes. */
  links: boolean;
}

export const FIRST_HANDOUT: HandoutChoice = { moments: null, problems: false, answers: true, deal: false, links: true };

/** The moments of the handout, in order. */
export function handoutMoments({ handout, moment }: { handout: HandoutChoice; moment: number }): readonly number[] {
  return handout.moments ?? [moment];
}

/** The moments with one more, or one less. */
export function toggleMoment(moments: readonly number[], moment: number): number[] {
  return moments.includes(moment)
    ? moments.filter((other) => other !== moment)
    : [...moments, moment].sort((one, other) => one - other);
}
