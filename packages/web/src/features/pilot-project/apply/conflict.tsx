import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentOf } from '../../../lib/moment.ts'
import { isRecord } from '../../../lib/stored.ts'
import { partSpecs, titleOfPart } from '../../../records/pilot-parts.ts'
import { Button } from '../../../ui/button.tsx'
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx'
import { type RecordForm, useFormSlice } from '../../../ui/form/context.ts'
import { differingNames, type FormValues } from '../../../ui/form/values.ts'
import { pilotQueries } from '../queries.ts'
import { pilotParents, pilotValues } from './model.ts'
import { type PartConflict, type Versions, versionsOf } from './saving.ts'

interface ConflictProps {
  id: number
  form: RecordForm
  conflict: PartConflict
  onResolve: (latest: FormValues, versions: Versions) => void
}

const SHOWN = 160

/** Summarizes a value. Rows are given by their number and the names or years of the first three. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '未填写'
  if (Array.isArray(value)) {
    const first = value
      .slice(0, 3)
      .map((each) => (isRecord(each) ? String(each['name'] ?? each['year'] ?? '') : String(each)))
    return `${value.length} 项：${first.join('、')}`
  }
  const text = isRecord(value) ? Object.values(value).join(' / ') : String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…（${text.length} 字）` : text
}

interface SideProps {
  name: string
  title: string
  value: unknown
  isChosen: boolean
  onChoose: () => void
}

function Side({ name, title, value, isChosen, onChoose }: SideProps) {
  return (
    <label className="grid content-start gap-1 rounded-md border border-line p-2 has-checked:border-brand has-checked:bg-brand-soft">
      <span className="flex items-center gap-2 font-medium text-s">
        <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
        {title}
      </span>
      <span className="whitespace-pre-line break-words text-s">{wordsOf(value)}</span>
    </label>
  )
}

interface ChoiceProps {
  name: string
  caption: string | undefined
  mine: unknown
  theirs: unknown
  isTheirs: boolean
  onChoose: (side: 'mine' | 'theirs') => void
}

/** One field with both values, of which one is chosen. */
function Choice({ name, caption, mine, theirs, isTheirs, onChoose }: ChoiceProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-ink-soft text-s">{caption}</legend>
      <Side name={name} title="用我的" value={mine} isChosen={!isTheirs} onChoose={() => onChoose('mine')} />
      <Side
        name={name}
        title="用对方的"
        value={theirs}
        isChosen={isTheirs}
        onChoose={() => onChoose('theirs')}
      />
    </fieldset>
  )
}

/** Reports a part that somebody else has saved, and lets the author choose per field. */
export function Conflict({ id, form, conflict, onResolve }: ConflictProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const { data: found, isFetching } = useQuery({
    ...pilotQueries.one(id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  // The cache holds the version that this form was opened with.
  const data = isFetching ? undefined : found
  const mine = useFormSlice(({ values }) => values, form.api)
  const specs = conflict.parts.flatMap((part) => partSpecs[part])
  const latest = data && pilotValues(data)
  const differing = latest ? differingNames(specs, mine, latest) : []
  const apply = () => {
    if (!data || !latest) return
    const taken = differing.filter((name) => chosen[name] === 'theirs')
    // Dependent fields are given too, so that a changed parent does not clear them.
    const children = Object.keys(pilotParents).filter((child) => taken.includes(pilotParents[child] ?? ''))
    form.store.keep(latest)
    form.store.set(
      Object.fromEntries(
        [...taken, ...children].map((name) => [
          name,
          (taken.includes(name) ? latest[name] : mine[name]) ?? '',
        ]),
      ),
    )
    setOpen(false)
    onResolve(latest, versionsOf(data))
  }
  const { updateBy, updateTime } = data?.application ?? data ?? {}
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-soft px-4 py-2.5 text-danger text-s"
    >
      <p className="min-w-0 flex-1 basis-80">
        他人已修改“{conflict.parts.map(titleOfPart).join('、')}”
        {updateTime && `（${updateBy ?? ''} ${momentOf(updateTime)}）`}，本次内容未保存，已留在本机。
      </p>
      <Button
        look="primary"
        disabled={!data}
        onClick={() => (differing.length > 0 ? setOpen(true) : apply())}
      >
        {differing.length > 0 ? '查看差异…' : '继续填写'}
      </Button>
      {isOpen && latest && (
        <ConflictDialog
          back="返回填写"
          description="逐项选择用我的还是用对方的。没有列出的项两边相同。"
          onApply={apply}
          onClose={() => setOpen(false)}
        >
          <div className="grid gap-3">
            {differing.map((name) => (
              <Choice
                key={name}
                name={name}
                caption={specs.find((spec) => spec.name === name)?.caption}
                mine={mine[name]}
                theirs={latest[name]}
                isTheirs={chosen[name] === 'theirs'}
                onChoose={(side) => setChosen({ ...chosen, [name]: side })}
              />
            ))}
          </div>
        </ConflictDialog>
      )}
    </div>
  )
}
