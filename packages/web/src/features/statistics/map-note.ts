import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'
import { CORPS, XINJIANG } from '../../ui/form/regions.ts'
import { mapCode } from './map-name.ts'

const ABOUT: Readonly<Record<string, string>> = {
  [CORPS]: '兵团各师市以点标示在新疆底图上，部分师市没有界线。',
  [XINJIANG]: '兵团各师市以点标示，数据计入新疆生产建设兵团，不计入新疆。',
}

/** Note below a map: the operator's caption, such as the review number, or a notice that it is unreviewed. */
export function useMapNote(code: string): string {
  const { data: platform } = useQuery(sessionQueries.platform)
  if (!platform) return ''
  const isReviewed = platform.mapCaption !== undefined && platform.maps?.includes(mapCode(code))
  const caption = isReviewed ? platform.mapCaption : '底图仅作示意，公开使用须换用经审核的地图并标注审图号。'
  return `${platform.demo ? '演示数据。' : ''}${ABOUT[code] ?? ''}${caption}`
}
