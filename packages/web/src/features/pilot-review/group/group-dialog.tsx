import { useMutation, useQuery } from '@tanstack/react-query'
import type { DemoProjectRow, ExpertGroup, ReviewBatch, ReviewExpert } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Checkbox, Input, Select } from '../../../ui/inputs.tsx'
import { notify } from '../../../ui/notice.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { evenHint, useNames } from './group-words.ts'

const FEWEST = 3
const MOST = 15

interface PickProps {
  title: string
  children: React.ReactNode
}

function Picks({ title, children }: PickProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-ink-soft text-s">{title}</legend>
      <div className="grid max-h-52 content-start gap-1 overflow-y-auto rounded-md border border-line p-2 text-s">
        {children}
      </div>
    </fieldset>
  )
}

const toggled = <Item,>(list: readonly Item[], item: Item, isOn: boolean) =>
  isOn ? [...list, item] : list.filter((each) => each !== item)

/** Returns why a group cannot be made yet. */
function refusalOf(name: string, experts: readonly number[], leader: number): string | undefined {
  if (name.trim() === '') return '请填写组名'
  if (experts.length < FEWEST) return `还需选择 ${FEWEST - experts.length} 位专家`
  if (experts.length > MOST) return `专家不超过 ${MOST} 位`
  return experts.includes(leader) ? undefined : '请指定组长'
}

const expertLine = ({ realName, workUnit }: ReviewExpert, specialty: string) =>
  [realName, workUnit, specialty].filter(Boolean).join(' · ')

/** What is typed and chosen for a new group. */
interface NewGroup {
  name: string
  experts: readonly number[]
  leader: number
  types: readonly string[]
  projects: readonly number[]
}

const NOTHING: NewGroup = { name: '', experts: [], leader: 0, types: [], projects: [] }

interface ChoiceProps {
  group: NewGroup
  onChange: (change: Partial<NewGroup>) => void
}

function ExpertPicks({
  group: { experts },
  onChange,
  candidates,
}: ChoiceProps & { candidates: readonly ReviewExpert[] }) {
  const specialty = useNames('expert_specialty')
  return (
    <Picks title={`专家，已选 ${experts.length} 位`}>
      {candidates.map((expert) => (
        <Checkbox
          key={expert.userId}
          checked={experts.includes(expert.userId)}
          onChecked={(isOn) => onChange({ experts: toggled(experts, expert.userId, isOn) })}
        >
          {expertLine(expert, specialty(expert.specialty))}
        </Checkbox>
      ))}
    </Picks>
  )
}

function TypePicks({ group: { types }, onChange }: ChoiceProps) {
  const techTypes = usePorts().useDict('tech_type')
  return (
    <Picks title="负责技术路线">
      {techTypes.map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={types.includes(value)}
          onChecked={(isOn) => onChange({ types: toggled(types, value, isOn) })}
        >
          {label}
        </Checkbox>
      ))}
    </Picks>
  )
}

interface ProjectPicksProps extends ChoiceProps {
  all: readonly DemoProjectRow[]
  /** Projects of other groups. */
  taken: ReadonlySet<number>
}

function ProjectPicks({ group: { types, projects }, onChange, all, taken }: ProjectPicksProps) {
  const free = all.filter(({ id, techType }) => {
    if (taken.has(id)) return false
    return types.length === 0 || (techType !== undefined && types.includes(techType))
  })
  return (
    <Picks title={`项目，已选 ${projects.length} 项`}>
      {free.length === 0 && <span className="text-ink-faint">没有未分组的项目</span>}
      {free.map(({ id, projectName, demoCode }) => (
        <Checkbox
          key={id}
          checked={projects.includes(id)}
          onChecked={(isOn) => onChange({ projects: toggled(projects, id, isOn) })}
        >
          {demoCode} {projectName}
        </Checkbox>
      ))}
    </Picks>
  )
}

/** Experts, technologies and projects, once they are known. */
function Choices({ batch, ...choice }: ChoiceProps & { batch: ReviewBatch }) {
  const groups = useQuery(reviewQueries.groups(batch.stage))
  const ofBatch = useQuery(reviewQueries.batchProjects(batch))
  const failed = [groups, ofBatch].find(({ error, data }) => error && !data)
  const { data: pool } = groups
  const { data: all } = ofBatch
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!pool || !all) return <Loading rows={4} />
  const taken = new Set(pool.groups.flatMap(({ projectIds = [] }) => projectIds))
  return (
    <>
      <ExpertPicks {...choice} candidates={pool.candidates} />
      <div className="grid content-start gap-3">
        <TypePicks {...choice} />
      </div>
      <div className="sm:col-span-2">
        <ProjectPicks {...choice} all={all.content} taken={taken} />
      </div>
    </>
  )
}

/** Name of the group, and the leader among its experts. */
function NameAndLeader({ group, onChange, stage }: ChoiceProps & Pick<ReviewBatch, 'stage'>) {
  const { name, experts, leader } = group
  const candidates = useQuery(reviewQueries.groups(stage)).data?.candidates ?? []
  return (
    <>
      <Field label="组名" required>
        {(control) => (
          <Input {...control} maxLength={60} value={name} onValue={(text) => onChange({ name: text })} />
        )}
      </Field>
      <Field label="组长" required>
        {(control) => (
          <Select
            {...control}
            value={leader ? String(leader) : ''}
            onValue={(value) => onChange({ leader: Number(value) })}
            options={candidates
              .filter(({ userId }) => experts.includes(userId))
              .map(({ userId, realName }) => ({ value: String(userId), label: realName }))}
          />
        )}
      </Field>
    </>
  )
}

/** Creates a group: name, experts, leader, technologies and projects. */
export function GroupDialog({ batch, onClose }: { batch: ReviewBatch; onClose: () => void }) {
  const [group, setGroup] = useState(NOTHING)
  const { name, experts, leader, types, projects } = group
  const change = (changed: Partial<NewGroup>) => setGroup((before) => ({ ...before, ...changed }))
  const saving = useMutation({
    ...reviewWrites.saveGroup,
    onSuccess(saved: ExpertGroup) {
      notify(`已建“${saved.groupName}”`, 'success')
      onClose()
    },
  })
  const refusal = refusalOf(name, experts, leader)
  const save = () => {
    if (refusal) return
    saving.mutate({
      ...batch,
      groupName: name.trim(),
      expertIds: [...experts],
      leaderId: leader,
      techTypes: [...types],
      projectIds: [...projects],
    })
  }
  return (
    <Dialog
      open
      isFirm
      size="wide"
      title="新建专家组"
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-s text-warning">
            {refusal ?? evenHint(experts.length)}
          </span>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={refusal !== undefined} busy={saving.isPending} onClick={save}>
            建组（{experts.length} 人，{projects.length} 项）
          </Button>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <NameAndLeader group={group} onChange={change} stage={batch.stage} />
        <Choices group={group} onChange={change} batch={batch} />
      </div>
    </Dialog>
  )
}
