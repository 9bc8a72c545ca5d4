import { isXinchuError } from '@xinchu/sdk'
import { type RefObject, useState } from 'react'
import { useWatch } from '../../records/watched.ts'
import { Button } from '../../ui/button.tsx'
import { FlowSteps } from '../../ui/review/flow-steps.tsx'
import { Key } from '../../ui/review/key.tsx'
import { Loading } from '../../ui/states.tsx'
import { GoneBanner, UpdatedBanner } from './banners.tsx'
import { ChangesCard, UnaskedCard } from './changes-card.tsx'
import { Checks } from './checks.tsx'
import { isSuspected } from './decision-model.ts'
import { useDeskParts } from './desk-context.ts'
import { RecordGroups } from './record-groups.tsx'
import { RecordHead } from './record-head.tsx'
import { RemarksCard } from './remarks-card.tsx'
import type { Desk } from './use-desk.ts'
import { useLate } from './use-late.ts'

interface PaneProps {
  desk: Desk
  heading: RefObject<HTMLHeadingElement | null>
}

/** The record could not be loaded; the queue and the drafts stay. */
function OpenFailed({ desk, error, onRetry }: { desk: Desk; error: Error; onRetry: () => void }) {
  const number = isXinchuError(error) && error.kind === 'server' ? `（编号 ${error.requestId}）` : ''
  return (
    <div role="alert" className="card grid justify-items-center gap-2 px-4 py-14 text-center">
      <h2 className="text-[15px]">未能打开此件</h2>
      <p className="text-ink-soft text-s">
        {error.message}
        {number}。待办和已写的意见都在。
      </p>
      <p className="mt-1 flex gap-2">
        <Button look="primary" onClick={onRetry}>
          重试
        </Button>
        {desk.next && (
          <Button onClick={() => desk.open(desk.next)}>
            看下一件 <Key>J</Key>
          </Button>
        )}
      </p>
    </div>
  )
}

/** The record: state and way, checks, duplicates, remarks, changes and groups. */
export function RecordPane({ desk, heading }: PaneProps) {
  const { open } = useDeskParts()
  const { record, kind, changes, error, reload, ref } = open
  const [isOnlyChanges, setOnlyChanges] = useState(false)
  useWatch(ref.entity, ref.entityId)
  const isLate = useLate(!record)
  if (error && !record) return <OpenFailed desk={desk} error={error} onRetry={() => void reload()} />
  if (!record || !kind) return isLate ? <Loading rows={10} /> : null
  const position = desk.index < 0 ? '' : `第 ${desk.index + 1} 件，共 ${desk.total} 件`
  const hidesGroups = isOnlyChanges && changes !== undefined && changes.basis !== 'NONE'
  const placeOf = (id: number) => {
    const index = desk.queue.findIndex((task) => task.entity === ref.entity && task.entityId === id)
    return index < 0 ? undefined : index + 1
  }
  return (
    <>
      <GoneBanner onNext={desk.next ? () => desk.open(desk.next) : undefined} />
      <UpdatedBanner />
      <RecordHead kind={kind} task={record.task} position={position} heading={heading} />
      <FlowSteps steps={record.steps} />
      {!kind.steps && (
        <>
          <Checks record={record} kind={kind} />
          {kind.Repeats && isSuspected(record) && <kind.Repeats id={ref.entityId} placeOf={placeOf} />}
          <RemarksCard />
          {changes && <UnaskedCard changes={changes} />}
          {changes && (
            <ChangesCard
              record={record}
              changes={changes}
              isOnlyChanges={isOnlyChanges}
              onOnlyChanges={setOnlyChanges}
            />
          )}
        </>
      )}
      <div id="desk-groups" tabIndex={-1} className="grid gap-3">
        {!hidesGroups && <RecordGroups />}
      </div>
    </>
  )
}
