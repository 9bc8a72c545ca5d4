import { type KeyboardEvent, useRef, useState } from 'react'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { Meter } from '../meter.tsx'
import { RecusalDialog } from '../recusal-dialog.tsx'
import { Foot } from './foot.tsx'
import { ItemRow } from './item-row.tsx'
import type { Jump } from './material.tsx'
import { type Item, type ItemGroup, missingIn, progressOf, RECOMMEND, type Task } from './model.ts'
import { Receipt } from './receipt.tsx'
import { SaveWords } from './save-words.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useSheet } from './use-sheet.ts'

interface SheetProps {
  task: Task
  tasks: readonly Task[]
  groups: readonly ItemGroup[]
  onJump: (to: Omit<Jump, 'no'>) => void
  onRecused: () => void
}

const isNotInDialog = (target: EventTarget | null) => !isInDialog(target)

function GroupHead({ group, values }: { group: ItemGroup; values: Parameters<typeof progressOf>[1] }) {
  const { done, sum } = progressOf(group.items, values)
  return (
    <h3 className="flex min-h-9 items-center gap-3 border-line border-b bg-sunken px-4">
      <span className="text-ink-soft">{group.code}</span>
      <span className="flex-1 font-medium">{group.name}</span>
      <span className="text-s">
        {done === 0 ? '未评' : sum} <span className="text-ink-faint">/ {group.fullScore}</span>
      </span>
    </h3>
  )
}

/** How much of the sheet is scored. */
function Progress({ done, count, sum, full }: ReturnType<typeof progressOf>) {
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-3 border-line border-b px-4 text-s">
      <span className="whitespace-nowrap">
        已评 {done} / {count} 项
      </span>
      <Meter label="评分进度" value={done} max={count} />
      <span className="whitespace-nowrap">
        小计 <strong className="text-base">{sum}</strong> <span className="text-ink-faint">/ {full}</span>
      </span>
    </div>
  )
}

/** Keys of the sheet. A locked sheet cannot be submitted. */
function useSheetKeys(submit: (() => void) | undefined, jump: () => void): void {
  useShortcuts([
    {
      keys: 'Ctrl+Enter',
      where: '评分',
      does: '提交评分',
      when: isNotInDialog,
      ...(submit ? { onPress: submit } : {}),
    },
    { keys: 'G', where: '评分', does: '到原文', onPress: jump, when: isNotInDialog },
    { keys: '↑', where: '评分', does: '加 0.5 分' },
    { keys: '↓', where: '评分', does: '减 0.5 分' },
  ])
}

/** Whether G was pressed in the field of a score, which the page's shortcuts leave alone. */
const isJump = ({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement &&
  target.dataset['score']?.startsWith('s:') === true &&
  key.toLowerCase() === 'g' &&
  !ctrlKey &&
  !metaKey

/** The scoring sheet of one project. */
export function ScoreSheet({ task, tasks, groups, onJump, onRecused }: SheetProps) {
  const items = groups.flatMap((group) => group.items)
  const sheet = useSheet(task, items)
  const [open, setOpen] = useState(items[0]?.id)
  const [dialog, setDialog] = useState<'submit' | 'recuse'>()
  const root = useRef<HTMLElement>(null)
  const { values } = sheet
  const recommended = tasks.filter(({ projectId, score }) => projectId !== task.projectId && score?.recommend)
  const isExcellent = task.stage === 'EXCELLENT'
  const missing = missingIn(
    items,
    values,
    isExcellent ? { isFull: recommended.length >= (task.quota ?? 0) } : undefined,
  )
  const reach = (key: string) => {
    const [, id] = key.split(':')
    if (id) setOpen(Number(id))
    // The comment's field is there once its item is opened.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-score="${key}"]`)?.focus())
  }
  const submit = () => (missing[0] ? reach(missing[0].key) : sheet.isOnline && setDialog('submit'))
  const jump = ({ passage }: Item) => passage && onJump({ part: 'APPLICATION', at: passage.field })
  const inHand = items.find(({ id }) => id === open)
  useSheetKeys(sheet.isLocked ? undefined : submit, () => inHand && jump(inHand))
  const press = (event: KeyboardEvent) => {
    if (!isJump(event) || !inHand) return
    event.preventDefault()
    jump(inHand)
  }
  return (
    <section
      ref={root}
      aria-label="评分表"
      onKeyDown={press}
      className="card flex min-h-0 flex-col overflow-hidden"
    >
      <header className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-2 border-line border-b px-4">
        <h2 className="font-medium">评分表</h2>
        <SaveWords sheet={sheet} />
      </header>
      <Progress {...progressOf(items, values)} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {task.score?.submitted && <Receipt task={task} />}
        {groups.map((group) => (
          <div key={group.code}>
            <GroupHead group={group} values={values} />
            <ul>
              {group.items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  sheet={sheet}
                  isOpen={open === item.id}
                  onOpen={() => setOpen(item.id)}
                  onJump={() => jump(item)}
                  onSelf={() => onJump({ part: 'SELF', at: item.code })}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <Foot
        task={task}
        sheet={sheet}
        missing={missing}
        recommended={values[RECOMMEND] === 'true' ? [...recommended, task] : recommended}
        onMissing={reach}
        onSubmit={submit}
        onRecuse={() => setDialog('recuse')}
      />
      {dialog === 'submit' && (
        <SubmitDialog task={task} items={items} sheet={sheet} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'recuse' && (
        <RecusalDialog task={task} onClose={() => setDialog(undefined)} onDone={onRecused} />
      )}
    </section>
  )
}
