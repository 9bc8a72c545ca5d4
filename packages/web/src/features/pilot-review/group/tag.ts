/** A word on a coloured ground. */
export const tag = 'inline-block whitespace-nowrap rounded px-1.5 text-xs leading-5'
