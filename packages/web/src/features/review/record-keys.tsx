import { useSignIn } from './decision-foot.tsx'
import { passOf, unsettled } from './decision-model.ts'
import { useDeskParts } from './desk-context.ts'
import { useAskAgain, useClosing } from './remarks-card.tsx'
import type { useDecision } from './use-decision.ts'
import type { Desk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'

/** The focused remark, or the first unsettled one. */
function focusedRemark(): number | undefined {
  const card = document.activeElement?.closest('[data-remark]')
  return card ? Number(card.getAttribute('data-remark')) : undefined
}

function stepRemark(ids: readonly number[], step: 1 | -1): void {
  if (ids.length === 0) return
  const at = ids.indexOf(focusedRemark() ?? -1)
  const index = at < 0 ? (step > 0 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length
  const card = document.querySelector<HTMLElement>(`[data-remark="${ids[index]}"]`)
  card?.focus()
  card?.scrollIntoView({ block: 'center' })
}

function stepPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => !pane.hidden && !pane.closest('[hidden]'),
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  panes[(at + step + panes.length) % panes.length]?.focus()
}

/** Presses 提意见 of the row under the focus or the pointer. */
function pressRemark(): void {
  const row = document.activeElement?.closest('[data-field]') ?? document.querySelector('[data-field]:hover')
  row?.querySelector<HTMLElement>('[data-ask]')?.click()
}

interface RecordKeysProps {
  desk: Desk
  decision: ReturnType<typeof useDecision>
  main: () => void
  toReturn: () => void
  preview: () => void
}

/** Keyboard shortcuts of the record; renders nothing. */
export function RecordKeys({ desk, decision, main, toReturn, preview }: RecordKeysProps) {
  const { open, asking } = useDeskParts()
  const closing = useClosing()
  const askAgain = useAskAgain()
  const signIn = useSignIn()
  const remarks = unsettled(open.record?.remarks ?? [])
  const ids = remarks.map(({ id }) => id)
  const aimed = () => {
    const id = focusedRemark() ?? remarks[0]?.id
    return open.isReadOnly ? undefined : remarks.find((remark) => remark.id === id && remark.closable)
  }
  const task = open.record?.task
  useDeskKeys(
    {
      next: () => desk.next && desk.open(desk.next),
      previous: () => desk.previous && desk.open(desk.previous),
      remark: pressRemark,
      close: () => {
        const remark = aimed()
        if (remark && !closing.isPending) closing.mutate([remark.id])
      },
      askAgain: () => {
        const remark = aimed()
        if (remark) askAgain(remark)
      },
      toReturn,
      signIn: () => {
        const isDue = open.record && passOf(open.record)?.action !== 'SUBMIT' && !open.isReadOnly
        if (task && open.kind?.signIn && !task.signedAt && isDue && !signIn.isPending) signIn.mutate(task)
      },
      preview,
      nextRemark: () => stepRemark(ids, 1),
      previousRemark: () => stepRemark(ids, -1),
      nextPane: () => stepPane(1),
      previousPane: () => stepPane(-1),
      main,
      undo: decision.undo,
    },
    asking === undefined,
  )
  return null
}
