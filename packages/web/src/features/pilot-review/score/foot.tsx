import { countWords } from '@xinchu/validators'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Radio, Textarea } from '../../../ui/inputs.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Key } from '../../../ui/review/key.tsx'
import { CONCLUSION, type Missing, OPINION, OPINION_MIN, RECOMMEND, type Task } from './model.ts'
import type { Sheet } from './use-sheet.ts'

interface FootProps {
  task: Task
  sheet: Sheet
  missing: readonly Missing[]
  /** Projects that the expert recommends at present. */
  recommended: readonly Task[]
  onMissing: (key: string) => void
  onSubmit: () => void
  onRecuse: () => void
}

/** The words on an opinion's length. */
function lengthWords(text: string): string {
  const length = countWords(text)
  return length < OPINION_MIN ? `${length} 字，还需 ${OPINION_MIN - length} 字` : `${length} 字`
}

/** Whether the project is recommended, within the group's quota. */
function Recommend({ task, sheet, recommended }: Pick<FootProps, 'task' | 'sheet' | 'recommended'>) {
  const id = useId()
  const { quota = 0 } = task
  const isOn = sheet.values[RECOMMEND] === 'true'
  const isFull = !isOn && recommended.length >= quota
  return (
    <fieldset
      className="flex flex-wrap items-center gap-x-4 gap-y-1"
      aria-describedby={id}
      data-score={RECOMMEND}
      tabIndex={-1}
    >
      <legend className="float-left mr-4">
        推荐入选<span className="ml-0.5 text-danger">*</span>
      </legend>
      <Radio
        name={id}
        checked={isOn}
        disabled={sheet.isLocked || isFull}
        onChecked={() => sheet.change(RECOMMEND, 'true')}
      >
        推荐
      </Radio>
      <Radio
        name={id}
        checked={sheet.values[RECOMMEND] === 'false'}
        disabled={sheet.isLocked}
        onChecked={() => sheet.change(RECOMMEND, 'false')}
      >
        不推荐
      </Radio>
      <p id={id} className={`w-full text-xs ${isFull ? 'text-warning' : 'text-ink-soft'}`}>
        本组可推荐 {quota} 项，已推荐 {recommended.length} 项
        {isFull &&
          `：${recommended.map(({ projectName }) => projectName).join('、')}。先取消其中一项才能推荐本项目`}
      </p>
    </fieldset>
  )
}

/** Conclusion, opinion and submission of the sheet. */
export function Foot({ task, sheet, missing, recommended, onMissing, onSubmit, onRecuse }: FootProps) {
  const id = useId()
  const results = usePorts().useDict('review_result')
  const opinion = sheet.values[OPINION] ?? ''
  const first = missing[0]
  const why = sheet.isOnline ? (first ? `还差 ${missing.length} 项：${first.text}` : '') : '离线时不能提交'
  return (
    <div className="grid shrink-0 gap-2.5 border-line border-t bg-surface px-4 py-3">
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1" data-score={CONCLUSION} tabIndex={-1}>
        <legend className="float-left mr-4">
          评审结论<span className="ml-0.5 text-danger">*</span>
        </legend>
        {results.map(({ value, label }) => (
          <Radio
            key={value}
            name={`${id}-result`}
            checked={sheet.values[CONCLUSION] === value}
            disabled={sheet.isLocked}
            onChecked={() => sheet.change(CONCLUSION, value)}
          >
            {label}
          </Radio>
        ))}
      </fieldset>
      {task.stage === 'EXCELLENT' && <Recommend task={task} sheet={sheet} recommended={recommended} />}
      <div>
        <label htmlFor={`${id}-opinion`} className="mb-1 flex justify-between text-ink-soft text-s">
          <span>
            评审意见<span className="ml-0.5 text-danger">*</span>
          </span>
          <span className="text-xs">{lengthWords(opinion)}</span>
        </label>
        <Textarea
          id={`${id}-opinion`}
          data-score={OPINION}
          rows={1}
          className="min-h-14! max-lg:min-h-11!"
          maxLength={1000}
          readOnly={sheet.isLocked}
          value={opinion}
          onValue={(text) => sheet.change(OPINION, text)}
        />
      </div>
      {!sheet.isLocked && (
        <div className="flex flex-wrap items-center gap-2">
          {first && sheet.isOnline ? (
            <button
              type="button"
              id={`${id}-why`}
              className="mr-auto text-left text-s text-warning hover:underline"
              onClick={() => onMissing(first.key)}
            >
              {why}
            </button>
          ) : (
            <span id={`${id}-why`} className="mr-auto text-s text-warning">
              {why}
            </span>
          )}
          <Button look="danger" onClick={onRecuse}>
            申请回避…
          </Button>
          <Button
            look="primary"
            aria-disabled={why !== ''}
            aria-describedby={`${id}-why`}
            className="aria-disabled:opacity-60"
            onClick={() => (why === '' ? onSubmit() : first && onMissing(first.key))}
          >
            提交评分
            <Key>Ctrl Enter</Key>
          </Button>
        </div>
      )}
    </div>
  )
}
