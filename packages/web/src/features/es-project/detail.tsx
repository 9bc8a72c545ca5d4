import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '@xinchu/sdk'
import { fields, groups } from '@xinchu/sdk/fields'
import type { FieldSpec } from '@xinchu/validators'
import { dictQuery } from '../../app/session-queries.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BatchFlow } from './batch-flow.tsx'
import { projectQueries } from './queries.ts'

const specs = fields.EsProjectFields
const dictNames = specs.flatMap(({ dict }) => dict ?? [])
const PLACE_NAMES: Readonly<Record<string, keyof Project>> = {
  provinceCode: 'provinceName',
  cityCode: 'cityName',
  countyCode: 'countyName',
  ownerGroupId: 'ownerGroupName',
}

type Labels = (dict: string | undefined, value: string) => string

function valueText(project: Project, spec: FieldSpec, labelOf: Labels): string {
  const named = PLACE_NAMES[spec.name]
  const value: unknown = project[(named ?? spec.name) as keyof Project] // the specs are those of this entity
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map((each) => labelOf(spec.dict, String(each))).join('、') || '—'
  if (typeof value === 'number')
    return `${value.toLocaleString('zh-CN', { maximumFractionDigits: 4 })}${spec.unit && !named ? ` ${spec.unit}` : ''}`
  return labelOf(spec.dict, String(value))
}

function Group({
  title,
  project,
  members,
  labelOf,
}: {
  title: string
  project: Project
  members: readonly FieldSpec[]
  labelOf: Labels
}) {
  return (
    <section className="rounded-xl border border-line bg-surface shadow-card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">{title}</h2>
      <dl className="grid gap-x-6 gap-y-2 px-4 py-3 text-[13px] sm:grid-cols-2 2xl:grid-cols-3">
        {members.map((spec) => (
          <div key={spec.name} className="grid grid-cols-[9em_1fr] gap-2">
            <dt className="text-ink-soft">{spec.caption}</dt>
            <dd className="break-words">{valueText(project, spec, labelOf)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function History({ project }: { project: Project }) {
  const { history } = project.flow
  return (
    <section className="rounded-xl border border-line bg-surface shadow-card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">办理记录</h2>
      {history.length === 0 ? (
        <p className="px-4 py-6 text-ink-faint">尚未提交</p>
      ) : (
        <ol className="grid gap-4 px-4 py-4">
          {history.map((step) => (
            <li
              key={`${step.time}-${step.action}-${step.toStatus}`}
              className="relative border-line border-l-2 pl-4 text-[13px]"
            >
              <span
                className="absolute top-1.5 -left-[5px] size-2 rounded-full bg-brand"
                aria-hidden="true"
              />
              <p className="font-medium">
                {step.orgName}　{step.actionLabel}
              </p>
              <p className="text-ink-soft">
                {step.time}　{step.userName}　{step.toStatusLabel}
              </p>
              {step.opinion && <p className="mt-1 rounded bg-sunken px-2 py-1">意见：{step.opinion}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

export function ProjectDetail({ id }: { id: number }) {
  const { data: project, error, refetch } = useQuery(projectQueries.one(id))
  const dicts = useQuery(dictQuery(dictNames))
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!project) return <Loading rows={10} />
  const labelOf: Labels = (dict, value) =>
    (dict && dicts.data?.[dict]?.find((entry) => entry.value === value)?.label) || value
  const mayEdit = ['0', '2', '4', '6'].includes(project.declareStatus) && project.actions?.includes('SUBMIT')
  return (
    <div className="grid gap-4">
      <header className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <div className="flex flex-wrap items-center gap-3 px-4 py-3.5">
          <h1 className="font-medium text-lg">{project.projectName}</h1>
          <StatusTag label={project.flow.statusLabel} />
          <span className="text-[13px] text-ink-faint">{project.projectCode}</span>
          {mayEdit && (
            <Link
              to="/esproject/declare/form"
              search={{ id: project.id }}
              className="ml-auto text-[13px] text-brand hover:underline"
            >
              修改
            </Link>
          )}
        </div>
        {(project.actions?.length ?? 0) > 0 && (
          <div className="flex flex-wrap gap-2 border-line border-t bg-brand-soft px-4 py-2">
            <BatchFlow rows={[project]} onDone={() => undefined} />
          </div>
        )}
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_340px]">
        <div className="grid gap-4">
          {Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => (
            <Group
              key={key}
              title={title}
              project={project}
              members={specs.filter(({ group, kind }) => group === key && kind !== 'rows' && kind !== 'list')}
              labelOf={labelOf}
            />
          ))}
        </div>
        <History project={project} />
      </div>
    </div>
  )
}
