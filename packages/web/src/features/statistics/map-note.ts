import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'

/** Note below a map: the operator's caption, such as the review number, or a notice that it is unreviewed. */
export function useMapNote(code: string): string {
  const { data: platform } = useQuery(sessionQueries.platform)
  if (!platform) return ''
  const isReviewed = platform.mapCaption !== undefined && platform.maps?.includes(code)
  const caption = isReviewed ? platform.mapCaption : '底图仅作示意，公开使用须换用经审核的地图并标注审图号。'
  return `${platform.demo ? '演示数据。' : ''}${caption}`
}
