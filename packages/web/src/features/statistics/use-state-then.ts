import type { ReactNode } from 'react'
import { usePeriodsThen } from './use-periods-then.ts'
import type { ScaleState } from './use-scale.ts'

/** The state of a page or card of scale with the periods as of its batch or moment, by which its figures are compared. */
export function useStateThen(state: ScaleState): ScaleState {
  const periods = usePeriodsThen(state.periods, state.filter.asOf)
  return { ...state, periods, period: state.period && periods.period }
}

interface ThenProps {
  state: ScaleState
  children: (then: ScaleState) => ReactNode
}

/** What is shown by the state as of the page's batch or moment. Apart from it, because most pages are of today. */
export const Then = ({ state, children }: ThenProps): ReactNode => children(useStateThen(state))
