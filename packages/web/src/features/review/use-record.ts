import { useQuery } from '@tanstack/react-query'
import type { ReviewRecord } from '@xinchu/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { fileGroupsOf } from '../../records/file-groups.ts'
import { contentQuery, kindQuery } from '../../records/list.ts'
import type { PortalKind } from '../../records/portal-kind.ts'
import { type ReviewRef, reviewQueries } from '../../records/review.ts'
import { passOf, returnOf } from './decision-model.ts'
import { keyOf } from './desk-search.ts'

const POLL_MS = 30_000

/** Reason why an open record can no longer be decided. */
export type Gone =
  | { kind: 'withdrawn'; time: string }
  | { kind: 'decided'; who: string; time: string; action: string; status: string }

export type OpenRecord = ReturnType<typeof useRecord>

const mayDecide = (record: ReviewRecord, kind: PortalKind) =>
  kind.steps ? record.goals.length > 0 : passOf(record) !== undefined || returnOf(record) !== undefined

/** What a kind shows of a record; nothing before both are loaded. */
const shownOf = (kind: PortalKind | undefined, content: unknown) => ({
  sections: kind && content ? kind.sections(content) : [],
  files: kind && content ? fileGroupsOf(kind.files(content)) : [],
  history: kind && content ? kind.history(content) : [],
})

/** All about one record. Reports what changed since it was opened. */
export function useRecord(ref: ReviewRef) {
  const key = keyOf(ref)
  const review = useQuery({ ...reviewQueries.record(ref), refetchInterval: POLL_MS })
  const content = useQuery(contentQuery(ref))
  const kindRead = useQuery(kindQuery(ref.entity))
  const changes = useQuery(reviewQueries.changes(ref))
  const kind = kindRead.data
  // The kind says what the record can show, so neither appears without the other.
  const record = kind && review.data
  // The version that the reviewer has seen, and whether he could decide it.
  const [seen, setSeen] = useState<{ key: string; version: number; wasOpen: boolean }>()
  if (record && kind && seen?.key !== key)
    setSeen({ key, version: record.task.version, wasOpen: mayDecide(record, kind) })
  // The updated version whose banner the reviewer has gone to.
  const [readVersion, setReadVersion] = useState<number>()
  // A poll of the record alone would leave its old fields and changes on the screen.
  const version = record?.task.version
  const { refetch: refetchContent } = content
  const { refetch: refetchChanges } = changes
  const laterVersion = seen?.key === key && seen.version !== version ? version : undefined
  // The updated version whose fields and changes are on the screen.
  const [readableVersion, setReadableVersion] = useState<number>()
  const readLater = useCallback(
    async (later: number) => {
      const reads = await Promise.all([refetchContent(), refetchChanges()])
      if (reads.every(({ isSuccess }) => isSuccess)) setReadableVersion(later)
    },
    [refetchContent, refetchChanges],
  )
  useEffect(() => {
    if (laterVersion !== undefined) void readLater(laterVersion)
  }, [laterVersion, readLater])
  const { sections, files, history } = useMemo(() => shownOf(kind, content.data), [kind, content.data])
  const last = history.at(-1)
  const gone = useMemo((): Gone | undefined => {
    if (!record || !kind || mayDecide(record, kind) || seen?.key !== key) return undefined
    if (!seen.wasOpen && seen.version === record.task.version) return undefined
    if (!last || last.action === 'WITHDRAW') return { kind: 'withdrawn', time: last?.time ?? '' }
    const { orgName, userName, time, action, actionLabel = action } = last
    return {
      kind: 'decided',
      who: `${orgName} ${userName}`,
      time,
      action: actionLabel,
      status: record.task.statusLabel,
    }
  }, [record, kind, seen, key, last])
  const isUpdated = laterVersion !== undefined && !gone
  return {
    ref,
    key,
    record,
    kind,
    sections,
    files,
    history,
    content: content.data,
    changes: changes.data,
    gone,
    isUpdated,
    /** The reviewer must go to the banner of this update, and its fields must be shown, before he decides. */
    isUnread: isUpdated && !(readVersion === version && readableVersion === version),
    readUpdate() {
      setReadVersion(version)
      if (laterVersion !== undefined && readableVersion !== laterVersion) void readLater(laterVersion)
    },
    isReadOnly: record !== undefined && kind !== undefined && !mayDecide(record, kind),
    error: review.error ?? kindRead.error ?? content.error ?? undefined,
    reload: () => Promise.all([review.refetch(), kindRead.refetch(), content.refetch(), changes.refetch()]),
  }
}
