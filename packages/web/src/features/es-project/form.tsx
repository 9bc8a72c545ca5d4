import { useMutation, useQuery } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { isXinchuError, type Project, type ProjectDraft } from '@xinchu/sdk'
import { fields, groups } from '@xinchu/sdk/fields'
import { checkProject, checkRecord, type FieldSpec, type Issue, isRequired } from '@xinchu/validators'
import { type FormEvent, useMemo, useState } from 'react'
import { sdk } from '../../app/sdk.ts'
import { dictQuery, regionQuery, sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { projectQueries, projectWrites } from './queries.ts'
import { type FormValue, type FormValues, SpecControl } from './spec-control.tsx'

// Attachments and the parts of a hybrid plant are not typed into a field.
const specs: readonly FieldSpec[] = fields.EsProjectFields.filter(
  ({ kind }) => kind !== 'rows' && kind !== 'list',
)
const dictNames = specs.flatMap(({ dict }) => dict ?? [])
// Choices that belong to another: changing that one empties them.
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  provinceCode: ['cityCode', 'countyCode'],
  cityCode: ['countyCode'],
  techType: ['techSubType'],
  appScenario: ['appSubScenario'],
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** A project as the form holds it: everything as text. */
export function valuesOf(project: Partial<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    specs.flatMap(({ name }) => {
      const value = project[name]
      if (value === undefined || value === null) return []
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]]
    }),
  )
}

const asSent = (spec: FieldSpec, value: FormValue): unknown => {
  if (typeof value !== 'string') return value
  if (spec.kind === 'boolean') return value === 'true'
  return spec.kind === 'number' || spec.kind === 'integer' || spec.name === 'ownerGroupId'
    ? Number(value)
    : value
}

/** What the form holds as the contract wants it: numbers as numbers, and nothing for what is empty. */
export function draftOf(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    specs.flatMap((spec) => {
      const value = values[spec.name]
      if (value === undefined || value === '' || value.length === 0) return []
      return [[spec.name, asSent(spec, value)]]
    }),
  )
}

const issuesOf = (values: FormValues, stage: 'draft' | 'submit'): Issue[] => [
  ...checkRecord(values, specs, stage),
  ...checkProject(draftOf(values), today()),
]

interface FormProps {
  project: Project | undefined
  initial: FormValues
}

function ProjectForm({ project, initial }: FormProps) {
  const navigate = useNavigate()
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [isDirty, setDirty] = useState(false)
  const dicts = useQuery(dictQuery(dictNames))
  const regions = useQuery(regionQuery)
  const owners = useQuery({ queryKey: ['owners'], queryFn: ({ signal }) => sdk.owners.list({}, { signal }) })
  const sources = { dicts: dicts.data ?? {}, regions: regions.data ?? [], owners: owners.data ?? [] }

  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm('内容尚未保存，确定离开吗？'),
    enableBeforeUnload: () => isDirty,
  })

  function change(name: string, value: FormValue) {
    const emptied = Object.fromEntries((DEPENDENT[name] ?? []).map((each) => [each, '']))
    setValues({ ...values, ...emptied, [name]: value })
    setIssues(issues.filter(({ field }) => field !== name))
    setDirty(true)
  }

  const save = useMutation({
    async mutationFn(thenSubmit: boolean) {
      // The server checks the same contract again.
      const draft = draftOf(values) as unknown as ProjectDraft
      const saved = project
        ? await projectWrites.update({ ...draft, id: project.id, version: project.version })
        : await projectWrites.create(draft)
      setDirty(false)
      if (thenSubmit) {
        const { failed } = await projectWrites.move({ ids: [saved.id], action: 'SUBMIT' })
        const [first] = failed
        notify(first ? `已保存为草稿，未能提交：${first.message}` : '已提交', first ? 'error' : 'success')
      } else notify('已保存', 'success')
      await navigate({ to: '/esproject/detail/$id', params: { id: String(saved.id) }, ignoreBlocker: true })
    },
    onError(error) {
      if (!isXinchuError(error) || error.errors.length === 0) return
      setIssues(error.errors.map(({ field, message }) => ({ field, message, level: 'error' })))
      focusFirst(error.errors.map(({ field }) => field))
    },
  })

  function attempt(thenSubmit: boolean) {
    const found = issuesOf(values, thenSubmit ? 'submit' : 'draft')
    setIssues(found)
    const errors = found.filter(({ level }) => level === 'error')
    // Attachments are added after the record exists; the server tells whether they are missing.
    if (errors.length > 0) return focusFirst(errors.map(({ field }) => field))
    save.mutate(thenSubmit)
  }

  const errorAt = (name: string) => issues.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt(true)
  }
  const errorCount = issues.filter(({ level }) => level === 'error').length

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <h1 className="font-medium text-lg">{project ? '修改项目' : '新建项目'}</h1>
      {errorCount > 0 && (
        <p role="alert" className="rounded-lg bg-danger-soft px-4 py-2.5 text-danger">
          有 {errorCount} 处需要修改
        </p>
      )}
      {Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => (
        <section key={key} className="rounded-xl border border-line bg-surface shadow-(--shadow)">
          <h2 className="border-line border-b px-4 py-2.5 font-medium">{title}</h2>
          <div className="grid gap-x-5 gap-y-1 px-4 py-3.5 sm:grid-cols-2 xl:grid-cols-3">
            {specs
              .filter(({ group }) => group === key)
              .map((spec) => (
                <SpecControl
                  key={spec.name}
                  spec={spec}
                  values={values}
                  required={isRequired(spec, values, 'submit')}
                  error={errorAt(spec.name)}
                  sources={sources}
                  onChange={change}
                />
              ))}
          </div>
        </section>
      ))}
      <div className="sticky bottom-0 flex justify-end gap-2 rounded-t-xl border border-line bg-surface px-4 py-3">
        <Button busy={save.isPending} onClick={() => attempt(false)}>
          保存草稿
        </Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          提交
        </Button>
      </div>
    </form>
  )
}

/** Leads to the first field of the page that is wrong. */
function focusFirst(names: readonly string[]): void {
  const wrong = specs.find(({ name }) => names.includes(name))
  const control = wrong && document.querySelector<HTMLElement>(`[name="${wrong.name}"]`)
  control?.focus()
}

/** What a new project of this user begins with. */
function useInitial(): FormValues | undefined {
  const { data } = useQuery(sessionQueries.info)
  return useMemo(() => {
    if (!data) return undefined
    const { user } = data
    return valuesOf({
      provinceCode: user.provinceCode,
      cityCode: user.cityCode,
      countyCode: user.countyCode,
      ...(user.deptId === 100 ? { companyName: user.companyName, creditCode: user.creditCode } : {}),
    })
  }, [data])
}

export function ProjectFormScreen({ id }: { id: number | undefined }) {
  const initial = useInitial()
  const {
    data: project,
    error,
    refetch,
  } = useQuery({ ...projectQueries.one(id ?? 0), enabled: id !== undefined })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (id !== undefined)
    return project ? (
      <ProjectForm key={project.version} project={project} initial={valuesOf(project)} />
    ) : (
      <Loading />
    )
  return initial ? <ProjectForm project={undefined} initial={initial} /> : <Loading />
}
