import { useMutation, useQuery } from '@tanstack/react-query'
import { RemarkStatus } from '@xinchu/contract/codes'
import { sessionQueries } from '../../app/session-queries.ts'
import { type Remark, reviewMutations } from '../../records/review.ts'
import { Key } from '../../ui/review/key.tsx'
import { RemarkCard } from '../../ui/review/remark-card.tsx'
import { inReviewOrder, unsettled } from './decision-model.ts'
import { useDeskParts } from './desk-context.ts'

/** Closes remarks and says how many are left. */
export function useClosing() {
  const { open, say } = useDeskParts()
  return useMutation({
    ...reviewMutations.close,
    onSuccess(_closed, ids) {
      const left = unsettled(open.record?.remarks ?? []).filter(({ id }) => !ids.includes(id)).length
      say(left > 0 ? `已关闭，还有 ${left} 处` : `已关闭 ${ids.length} 处意见`)
    },
  })
}

/** Starts a remark that asks again in the same thread. */
export function useAskAgain() {
  const { entry, ask } = useDeskParts()
  return (remark: Remark) => {
    const index = entry.draft.remarks.findIndex(({ remarkId }) => remarkId === remark.id)
    ask({
      ...(index < 0 ? {} : { index }),
      remarkId: remark.id,
      caption: remark.fieldLabel,
      earlier: remark.text,
      text: index < 0 ? '' : (entry.draft.remarks[index]?.text ?? ''),
      ...(remark.currentValue ? { value: remark.currentValue } : {}),
      ...(remark.value ? { before: remark.value } : {}),
    })
  }
}

function showField(field: string): void {
  const row = [
    ...document.querySelectorAll<HTMLElement>(`#desk-groups [data-field="${CSS.escape(field)}"]`),
  ].at(-1)
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector<HTMLElement>('[data-ask]')?.focus({ preventScroll: true })
}

/** Remarks of the own level: answered first, closed folded. Threads of lower levels are read-only. */
export function RemarksCard() {
  const { open } = useDeskParts()
  const closing = useClosing()
  const askAgain = useAskAgain()
  const level = useQuery(sessionQueries.info).data?.user.deptId
  const remarks = inReviewOrder(open.record?.remarks ?? [])
  if (remarks.length === 0) return null
  const own = remarks.filter((remark) => remark.level === level || remark.closable)
  const lower = remarks.filter((remark) => !own.includes(remark))
  const closed = own.filter(({ status }) => status === RemarkStatus.closed).length
  const cards = (list: readonly Remark[]) =>
    list.map((remark) => (
      <RemarkCard
        key={remark.id}
        remark={remark}
        isBusy={closing.isPending && closing.variables.includes(remark.id)}
        {...(open.isReadOnly
          ? {}
          : { onClose: () => closing.mutate([remark.id]), onAskAgain: () => askAgain(remark) })}
        onField={() => remark.field && showField(remark.field)}
      />
    ))
  return (
    <section id="desk-remarks" tabIndex={-1} className="grid gap-2" aria-label="意见">
      {own.length > 0 && (
        <header className="flex flex-wrap items-center gap-x-2">
          <h3 className="font-medium text-body">本级意见 {own.length} 处</h3>
          {closed > 0 && <span className="text-ink-soft text-s">已关闭 {closed}</span>}
          <span className="ml-auto flex gap-3 text-ink-faint text-xs max-lg:hidden" aria-hidden="true">
            <span>
              <Key>F8</Key> 下一处
            </span>
            <span>
              <Key>E</Key> 关闭
            </span>
            <span>
              <Key>A</Key> 再问
            </span>
          </span>
        </header>
      )}
      {cards(own)}
      {lower.length > 0 && <h3 className="font-medium text-body">下级意见 {lower.length} 处</h3>}
      {cards(lower)}
    </section>
  )
}
