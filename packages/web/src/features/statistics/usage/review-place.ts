import { usePorts } from '../../../ui/ports.ts'

/** Element of the list of values to check. */
export const REVIEW_LIST = 'review-list'

/** Shows the values to check of a part of the shown division. */
export function useReviewPlace() {
  const [search, change] = usePorts().useSearch()
  return (code: string) => {
    change({ ...search, reviewPlace: code, review: undefined, rule: undefined })
    const list = document.getElementById(REVIEW_LIST)
    list?.scrollIntoView({ block: 'start' })
    list?.focus({ preventScroll: true })
  }
}
