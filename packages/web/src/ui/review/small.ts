/** Look of a secondary button in a card or a line: 28 px high, a full target on touch screens. */
export const SMALL = 'h-7! px-2.5! max-lg:h-11! max-lg:px-3.5!'
