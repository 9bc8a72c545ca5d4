/**
 * Colours of charts and maps. They do not follow the user's theme colour, so that a meaning keeps its colour and a map
 * never turns to the red of an alarm. Every mark has at least 3:1 on its surface or is outlined, every text 4.5:1.
 */
export interface Palette {
  surface: string
  sunken: string
  /** Up to five groups; the last is for the rest. */
  groups: readonly [string, string, string, string, string]
  /** Ordered classes, low to high. */
  steps: readonly [string, string, string, string, string]
  /** Text on the ordered classes. */
  onSteps: readonly [string, string, string, string, string]
  /** A part that is not the subject, such as the stock of the last year. Outlined in the first group's colour. */
  base: string
  outline: string
  grid: string
  ink: string
  inkSoft: string
  inkFaint: string
  warning: string
}

const INK = '#1d2733'
const WHITE = '#ffffff'

export const LIGHT: Palette = {
  surface: WHITE,
  sunken: '#f4f6f9',
  groups: ['#1f6fd0', '#d2690a', '#0a6a5e', '#45103a', '#7f8b9b'],
  steps: ['#dbe9f8', '#a8cbf0', '#69a3e2', '#2d78c7', '#0a4788'],
  onSteps: [INK, INK, INK, WHITE, WHITE],
  base: '#c9def5',
  outline: '#8a96a5',
  grid: '#e6eaef',
  ink: INK,
  inkSoft: '#4a5663',
  inkFaint: '#616d7b',
  warning: '#b3560a',
}

export const DARK: Palette = {
  surface: '#171b21',
  sunken: '#1f252d',
  groups: ['#2f7fd6', '#f2a04a', '#3cc2a8', '#ffd3ea', '#6f7b8a'],
  steps: ['#1d3147', '#22507f', '#2d74b8', '#60a4e4', '#b0d6fb'],
  onSteps: ['#e6ebf1', '#e6ebf1', WHITE, '#14181d', '#14181d'],
  base: '#2b4460',
  outline: '#6f7b8a',
  grid: '#2a3038',
  ink: '#e6e9ee',
  inkSoft: '#b6bec8',
  inkFaint: '#949eab',
  warning: '#f2a04a',
}

const DIVERGING = {
  light: {
    steps: ['#a9480a', '#f8dcb6', '#f4f6f9', '#a8cbf0', '#0a4788'],
    onSteps: [WHITE, INK, INK, INK, WHITE],
  },
  dark: {
    steps: ['#f0a35c', '#5c4526', '#1f252d', '#22507f', '#60a4e4'],
    onSteps: ['#14181d', '#e6ebf1', '#e6ebf1', '#e6ebf1', '#14181d'],
  },
} as const

/** The palette with ordered classes from orange (less) to blue (more) about none. */
export const diverging = (palette: Palette): Palette => ({
  ...palette,
  ...(palette === DARK ? DIVERGING.dark : DIVERGING.light),
})
