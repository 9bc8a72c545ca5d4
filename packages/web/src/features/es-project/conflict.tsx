import { useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { momentOf } from '../../lib/moment.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { rebase } from '../../ui/form/continue-from.ts'
import { captionsOf, differingNames, type FormValues } from '../../ui/form/values.ts'
import { projectSpecs, projectValues } from './form-model.ts'
import { FormValue } from './form-value.tsx'
import { projectQueries } from './queries.ts'

interface ConflictProps {
  /** The record on which this form is based. */
  base: Project
  form: FormApi
  /** Why the record can no longer be changed, if the server has said it. */
  refusal: string | undefined
  /** Reloads the record when it can no longer be changed. */
  onReload: () => void
  /** The author has chosen; the form continues from this version. */
  onResolve: (latest: Project) => void
}

const captions = new Map(projectSpecs.map(({ name, caption }) => [name, caption]))

interface ChoiceProps {
  name: string
  mine: FormValues
  latest: Project
  isOwnChange: boolean
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function Choice({ name, mine, latest, isOwnChange, isTheirs, onChoose }: ChoiceProps) {
  const { updateBy = '', updateTime } = latest
  const options = [
    {
      isThis: false,
      title: isOwnChange ? '本机' : '本机（未改）',
      values: mine,
      by: isOwnChange ? '本人，尚未保存' : '',
    },
    {
      isThis: true,
      title: '已保存',
      values: projectValues(latest),
      by: `${updateBy} ${updateTime ? momentOf(updateTime) : ''}`.trim(),
    },
  ]
  return (
    <fieldset className="grid gap-x-3 border-line px-4 py-2.5 not-first:border-t sm:grid-cols-[9rem_minmax(0,1fr)]">
      <legend className="sr-only">{captions.get(name)}</legend>
      <span aria-hidden="true" className="pt-0.5 text-ink-soft">
        {captions.get(name)}
      </span>
      <div>
        {options.map(({ isThis, title, values, by }) => (
          <label key={title} className="flex min-h-7 flex-wrap items-center gap-x-2 py-0.5">
            <input type="radio" name={name} checked={isTheirs === isThis} onChange={() => onChoose(isThis)} />
            <span className="text-ink-soft sm:w-24">{title}</span>
            <span className="min-w-0 flex-1 break-words">
              <FormValue name={name} values={values} />
            </span>
            <span className="text-ink-faint text-xs max-sm:w-full max-sm:pl-5">{by}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface DialogProps {
  latest: Project
  form: FormApi
  /** Fields that the other user changed. */
  theirs: readonly string[]
  /** Fields that were changed here. */
  own: readonly string[]
  onClose: () => void
  onResolve: () => void
}

/** Both values of each field that was changed elsewhere. Nothing is merged without a choice. */
function ProjectConflict({ latest, form, theirs, own, onClose, onResolve }: DialogProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const mine = useFormSlice(({ values }) => values, form)
  const isTheirs = (name: string) => chosen[name] ?? !own.includes(name)
  const apply = () => {
    rebase(form, projectValues(latest), theirs.filter(isTheirs))
    onResolve()
  }
  return (
    <ConflictDialog
      back="返回填写"
      description="逐项选择要保留的值。没有列出的项保持现在填写的内容。"
      onApply={apply}
      onClose={onClose}
    >
      <div className="rounded-lg border border-line text-s">
        {theirs.map((name) => (
          <Choice
            key={name}
            name={name}
            mine={mine}
            latest={latest}
            isOwnChange={own.includes(name)}
            isTheirs={isTheirs(name)}
            onChoose={(next) => setChosen({ ...chosen, [name]: next })}
          />
        ))}
      </div>
    </ConflictDialog>
  )
}

/** Shown when somebody else has changed the record: user, time, fields, and the choice between both values. */
export function Conflict({ base, form, refusal, onReload, onResolve }: ConflictProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: latest } = useQuery({
    ...projectQueries.one(base.id),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const ownText = useFormSlice(
    ({ values }) => differingNames(projectSpecs, values, projectValues(base)).join(),
    form,
  )
  const own = ownText.split(',')
  const isNewer = latest !== undefined && latest.version !== base.version
  const theirs = isNewer ? differingNames(projectSpecs, projectValues(latest), projectValues(base)) : []
  const both = theirs.filter((name) => own.includes(name))
  const { updateBy, updateTime } = latest ?? {}
  const banner = useRef<HTMLDivElement>(null)
  // The banner is above the field that was last edited.
  useEffect(() => banner.current?.scrollIntoView({ block: 'center' }), [])
  const canGoOn = isNewer && latest.editable !== false
  return (
    <div
      ref={banner}
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-soft px-4 py-2.5 text-danger text-s"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p>{refusal ?? '该项目已被他人修改或办理，'}本次内容未保存，已留在本机。</p>
        {theirs.length > 0 && (
          <p>
            {updateBy} {updateTime && momentOf(updateTime)} 修改的项：
            {captionsOf(projectSpecs, theirs).join('、')}
          </p>
        )}
        {both.length > 0 && (
          <p>两处都改的项：{captionsOf(projectSpecs, both).join('、')}，请选择要保留的值</p>
        )}
      </div>
      {canGoOn ? (
        <Button look="primary" onClick={() => (theirs.length > 0 ? setOpen(true) : onResolve(latest))}>
          {theirs.length > 0 ? '逐项选择…' : '继续填写'}
        </Button>
      ) : (
        <Button onClick={onReload}>载入最新内容</Button>
      )}
      {isOpen && latest && (
        <ProjectConflict
          latest={latest}
          form={form}
          theirs={theirs}
          own={own}
          onClose={() => setOpen(false)}
          onResolve={() => onResolve(latest)}
        />
      )}
    </div>
  )
}
