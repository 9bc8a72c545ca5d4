/** Fewer rows than this are listed, not drawn, and compared by numbers, not in percent. */
export const FEW = 5
