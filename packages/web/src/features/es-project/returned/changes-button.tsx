import { useQuery } from '@tanstack/react-query'
import type { FieldChange, Project } from '@xinchu/sdk'
import { useState } from 'react'
import { reviewQueries } from '../../../records/review.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { differingNames, type FormValues } from '../../../ui/form/values.ts'
import { ChangeList } from '../../../ui/review/change-list.tsx'
import { placeOf } from '../../../ui/review/remark-model.ts'
import { projectSpecs } from '../form-model.ts'
import { FormValue } from '../form-value.tsx'
import { projectRef } from './use-form-review.ts'

const PAIR: readonly string[] = ['longitude', 'latitude']

/** Saved changes since the last submission, without those of fields that have unsaved input. */
const savedOnly = (changes: readonly FieldChange[], unsaved: readonly string[]): FieldChange[] =>
  changes.filter(({ field }) => {
    const name = placeOf(field)?.name ?? field
    return !unsaved.includes(name) && !(PAIR.includes(name) && PAIR.some((each) => unsaved.includes(each)))
  })

/** A field with unsaved input: its value in the record, and the typed one. */
function Unsaved({ name, stored }: { name: string; stored: FormValues }) {
  const { store } = useForm()
  const spec = projectSpecs.find((each) => each.name === name)
  if (!spec) return null
  return (
    <li className="grid grid-cols-[102px_minmax(0,1fr)] gap-2 px-3 py-2 text-s max-sm:grid-cols-1 max-sm:gap-0.5">
      <span className="text-ink-soft">{spec.caption}</span>
      <span className="min-w-0 break-words">
        <span className="sr-only">原值 </span>
        <span className="text-ink-soft line-through">
          <FormValue name={name} values={stored} />
        </span>
        <span aria-hidden="true"> → </span>
        <span className="sr-only">，新值 </span>
        <span className="rounded bg-success-soft px-1 text-success">
          <FormValue name={name} values={store.state().values} />
        </span>
        <span className="ml-2 text-ink-faint text-xs">尚未保存</span>
      </span>
    </li>
  )
}

/** 看变化 N 处: what differs from the last submission, with unsaved input. */
export function ChangesButton({ project, stored }: { project: Project; stored: FormValues }) {
  const [isOpen, setOpen] = useState(false)
  const ref = projectRef(project.id)
  const { data: record } = useQuery(reviewQueries.record(ref))
  const last = record?.submissions.reduce((no, each) => Math.max(no, each.no), 0) ?? 0
  const { data } = useQuery({ ...reviewQueries.changes({ ...ref, from: last }), enabled: last > 0 })
  const text = useFormSlice(({ values }) => differingNames(projectSpecs, values, stored).join())
  const unsaved = text === '' ? [] : text.split(',')
  const saved = savedOnly(data?.changes ?? [], unsaved)
  const count = saved.length + unsaved.length
  if (count === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>看变化 {count} 处</Button>
      <Dialog
        open={isOpen}
        size="wide"
        onClose={() => setOpen(false)}
        title={`与上次提交相比，变化 ${count} 处`}
        footer={
          <Button look="primary" onClick={() => setOpen(false)}>
            返回填写
          </Button>
        }
      >
        <div className="rounded-md border border-line">
          <ul className="divide-y divide-line">
            {unsaved.map((name) => (
              <Unsaved key={name} name={name} stored={stored} />
            ))}
          </ul>
          <ChangeList changes={saved} />
        </div>
      </Dialog>
    </>
  )
}
