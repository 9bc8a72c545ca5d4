import { useMutation, useQuery } from '@tanstack/react-query'
import { ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { DemoProjectRow, ExpertGroup, ReviewBatch } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Checkbox, NumberInput, Select } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { Meter } from '../meter.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'

interface ExcellentProps {
  group: ExpertGroup
  batch: ReviewBatch
  canEdit: boolean
}

const isType = (text: string): text is '1' | '2' | '3' => text === '1' || text === '2' || text === '3'

/** Returns why a group cannot be saved yet. */
function refusalOf(type: string, quota: string, projects: number): string | undefined {
  if (!isType(type)) return '请选择优选类别'
  if (projects === 0) return '请选择项目'
  if (!/^\d+$/.test(quota)) return '请填写入选名额'
  return Number(quota) > projects ? `名额 ${Number(quota)} 多于项目 ${projects}` : undefined
}

interface PicksProps {
  /** Projects that the group may take; undefined until they are known. */
  free: readonly DemoProjectRow[] | undefined
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}

const ProjectPicks = ({ free, chosen, onChoose }: PicksProps) => (
  <fieldset>
    <legend className="mb-1 text-ink-soft text-s">初评通过、待分组的项目，已选 {chosen.length} 项</legend>
    <div className="grid max-h-64 gap-1 overflow-y-auto rounded-md border border-line p-2 text-s">
      {free?.length === 0 && (
        <span className="text-ink-faint">没有待分组的项目；初评启封并判定通过后会列在这里</span>
      )}
      {free?.map(({ id, demoCode, projectName }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChecked={(isOn) => onChoose(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
        >
          {demoCode} {projectName}
        </Checkbox>
      ))}
    </div>
  </fieldset>
)

/** Chooses the kind, the quota and the projects of an excellence group. */
function Editor({ group, batch, onDone }: Omit<ExcellentProps, 'canEdit'> & { onDone: () => void }) {
  const all = useQuery(reviewQueries.excellentGroups()).data
  const projects = useQuery(reviewQueries.batchProjects(batch)).data
  const own = all?.content.find(({ groupId }) => groupId === group.id)
  const types = usePorts().useDict('excellent_type')
  const [type, setType] = useState(own?.excellentType ?? '')
  const [quota, setQuota] = useState(own ? String(own.quota) : '')
  const [chosen, setChosen] = useState<readonly number[]>(own?.projects.map(({ id }) => id) ?? [])
  const saving = useMutation({
    ...reviewWrites.saveExcellentGroup,
    onSuccess() {
      notify('分组已保存', 'success')
      onDone()
    },
  })
  const taken = new Set(
    all?.content
      .filter(({ groupId }) => groupId !== group.id)
      .flatMap((each) => each.projects.map(({ id }) => id)),
  )
  const free = projects?.content.filter(
    ({ id, excellentTypeStatus }) =>
      !taken.has(id) && (excellentTypeStatus === ExcellentTypeStatus.waitingForGroup || chosen.includes(id)),
  )
  const places = Number(quota)
  const refusal = refusalOf(type, quota, chosen.length)
  return (
    <div className="grid gap-3 p-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="优选类别" required>
          {(control) => <Select {...control} value={type} onValue={setType} options={[...types]} />}
        </Field>
        <Field label="入选名额" required unit="项">
          {(control) => <NumberInput {...control} value={quota} onValue={setQuota} />}
        </Field>
      </div>
      <ProjectPicks free={free} chosen={chosen} onChoose={setChosen} />
      <p className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="mr-auto text-s text-warning">
          {refusal}
        </span>
        <Button onClick={onDone}>取消</Button>
        <Button
          look="primary"
          disabled={refusal !== undefined}
          busy={saving.isPending}
          onClick={() =>
            isType(type) &&
            saving.mutate({
              groupId: group.id,
              excellentType: type,
              quota: places,
              projectIds: [...chosen],
              ...(own ? { version: own.version } : {}),
            })
          }
        >
          保存分组
        </Button>
      </p>
    </div>
  )
}

/** 优选分组: the kind, the projects and the places of a group of the excellence stage. */
export function Excellent({ group, batch, canEdit }: ExcellentProps) {
  const { data, error, refetch } = useQuery(reviewQueries.excellentGroups())
  const [isEditing, setEditing] = useState(false)
  const types = usePorts().useDict('excellent_type')
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={5} />
  const own = data.content.find(({ groupId }) => groupId === group.id)
  const isFixed = (own?.assigned ?? 0) > 0
  return (
    <section aria-label="优选分组" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">{group.groupName}</h2>
        {own && (
          <p className="text-ink-soft text-s">
            {types.find(({ value }) => value === own.excellentType)?.label}，{own.projects.length}{' '}
            个项目，名额 {own.quota}
          </p>
        )}
        {canEdit && !isEditing && (
          <Button className="ml-auto" disabled={isFixed} onClick={() => setEditing(true)}>
            {isFixed ? '已分配专家，不能再改' : own ? '调整分组' : '编入项目'}
          </Button>
        )}
      </header>
      {isEditing ? (
        <Editor group={group} batch={batch} onDone={() => setEditing(false)} />
      ) : own ? (
        <>
          <p className="flex items-center gap-3 border-line border-b px-4 py-2.5 text-s">
            评分表
            <Meter
              label="已提交评分"
              value={own.submitted ?? 0}
              max={own.assigned ?? 0}
              className="max-w-60"
            />
            {own.submitted ?? 0} / {own.assigned ?? 0} 份已提交
          </p>
          <ol className="grid list-decimal gap-1 py-3 pr-4 pl-10">
            {own.projects.map(({ id, projectName }) => (
              <li key={id}>{projectName}</li>
            ))}
          </ol>
        </>
      ) : (
        <Empty>本组还没有编入项目</Empty>
      )}
    </section>
  )
}
