/** Magnification and rotation of the shown file. */
export interface View {
  /** 1 fits the file into its pane. */
  zoom: number
  /** Degrees, clockwise. */
  turn: 0 | 90 | 180 | 270
}

export const FITTED: View = { zoom: 1, turn: 0 }

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6] as const

export const SMALLEST: number = ZOOMS[0]
export const LARGEST: number = ZOOMS[ZOOMS.length - 1] ?? 1

/** The next magnification in a direction. */
export const zoomed = (view: View, step: 1 | -1): View => ({
  ...view,
  zoom:
    (step > 0 ? ZOOMS.find((each) => each > view.zoom) : ZOOMS.findLast((each) => each < view.zoom)) ??
    view.zoom,
})

const TURNED = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

/** A quarter turn clockwise. */
export const turned = (view: View): View => ({ ...view, turn: TURNED[view.turn] })

/** The view after a key, or undefined if the key does nothing. */
export function viewAfter(view: View, key: string): View | undefined {
  switch (key.toLowerCase()) {
    case '+':
    case '=':
      return zoomed(view, 1)
    case '-':
      return zoomed(view, -1)
    case '0':
      return FITTED
    case 'r':
      return turned(view)
    default:
      return undefined
  }
}
