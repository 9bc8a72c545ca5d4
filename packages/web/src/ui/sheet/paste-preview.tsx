import { useMemo, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { LeftOutTable } from './left-out-table.tsx'
import { type PasteChoice, type PastePlan, planPaste } from './paste.ts'
import { Mapping } from './paste-preview-columns.tsx'
import { Asked, Blanks, Changes, Part } from './paste-preview-parts.tsx'
import { NO_ANSWERS, type PasteAnswers, settlePaste, writtenCount } from './paste-settled.ts'
import type { PasteTarget } from './paste-target.ts'

interface PastePreviewProps {
  cells: readonly (readonly string[])[]
  target: PasteTarget
  onPaste: (choice: PasteChoice, answers: PasteAnswers) => void
  onClose: () => void
}

/** The cells of a plan by what the user has to know of them. */
function sorted({ cells }: PastePlan) {
  const refused = cells.filter(({ outcome }) => outcome.level === 'refused')
  return {
    asked: cells.filter(({ outcome }) => outcome.level === 'asked'),
    blank: cells.filter(({ outcome }) => outcome.level === 'blank').length,
    changed: cells.filter(({ outcome }) => outcome.level === 'write' && !outcome.isSame),
    refused: settlePaste({ cells: refused }).leftOut,
  }
}

const many = (count: number): string => count.toLocaleString('zh-CN')

/** 粘贴 26 格. */
function pasteLabel(count: number, cleared: number): string {
  if (count === 0) return '没有可粘贴的内容'
  return cleared > 0 ? `粘贴 ${many(count)} 格，其中清空 ${many(cleared)} 格` : `粘贴 ${many(count)} 格`
}

/** Shows what a paste changes, asks what is not clear, and says what is left out, before anything is written. */
export function PastePreview({ cells, target, onPaste, onClose }: PastePreviewProps) {
  const [choice, setChoice] = useState<PasteChoice>({})
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const confirm = useRef<HTMLButtonElement>(null)
  const plan = useMemo(() => planPaste(cells, target, choice), [cells, target, choice])
  const groups = useMemo(() => sorted(plan), [plan])
  const settled = useMemo(() => settlePaste(plan, answers), [plan, answers])
  const width = Math.max(...cells.map((line) => line.length))
  const choose = (next: PasteChoice) => {
    setChoice(next)
    // The same place of the block may now be asked of another column.
    setAnswers((before) => ({ ...before, chosen: {} }))
  }
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title="粘贴预览"
      description={`剪贴板 ${many(cells.length)} 行 ${width} 列`}
      size="wide"
      initialFocus={confirm}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            ref={confirm}
            look="primary"
            disabled={writtenCount(settled) === 0}
            onClick={() => onPaste(choice, answers)}
          >
            {pasteLabel(writtenCount(settled), settled.cleared)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Mapping plan={plan} target={target} choice={choice} onChoice={choose} />
        {groups.blank > 0 && (
          <Blanks
            count={groups.blank}
            isClearing={answers.isClearing}
            onClearing={(isClearing) => setAnswers({ ...answers, isClearing })}
          />
        )}
        {groups.asked.length > 0 && (
          <Asked
            cells={groups.asked}
            target={target}
            answers={answers}
            onChosen={(chosen) => setAnswers({ ...answers, chosen })}
          />
        )}
        {groups.refused.length > 0 && (
          <Part title={`不能贴入 ${many(groups.refused.length)} 格`}>
            <LeftOutTable leftOut={groups.refused} />
          </Part>
        )}
        {groups.changed.length > 0 && <Changes cells={groups.changed} target={target} />}
      </div>
    </Dialog>
  )
}
