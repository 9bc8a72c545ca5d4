// First calls of screens that are the same for every user. The server answers them in the document (server/src/first-replies.ts).
const PERIODS = '/api/statistics/periods'

/** Calls of every screen. The first one says who the user is. */
const SESSION = ['/auth/info', '/api/menus/build', '/api/platform']

const CALLS = {
  '/planningmonitoring/project/scalelayout': [PERIODS],
  '/planningmonitoring/project/scalelayoutRegion': [PERIODS],
  '/planningmonitoring/project/scalelayoutProvince': [PERIODS],
}

interface FirstFigures {
  /** Call that gives the periods. */
  after: string
  call: string
  parts: readonly (readonly [quarters: number, groupBy: readonly string[]])[]
}

/**
 * Figures that the national landing page shows first, each by its period as quarters from the latest published one, and
 * its groups. In the page's order: what its finding needs.
 */
const FIGURES: Readonly<Record<string, FirstFigures>> = {
  '/planningmonitoring/project/scalelayout': {
    after: PERIODS,
    call: '/api/statistics/scaleLayout',
    parts: [
      [0, []],
      [0, ['year']],
      [0, ['region']],
      [0, ['year', 'durationBand']],
      [0, ['year', 'statScenarioGroup']],
      [-4, []],
      [-1, []],
      [-4, ['region']],
    ],
  },
}

/** First calls by path. */
export const FIRST_CALLS = { session: SESSION, calls: CALLS, figures: FIGURES }
