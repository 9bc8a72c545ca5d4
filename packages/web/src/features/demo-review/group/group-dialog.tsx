import { useMutation, useQuery } from '@tanstack/react-query'
import type { ExpertGroup, ReviewBatch, ReviewExpert } from '@xinchu/sdk'
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

const toggled = (list: readonly number[], id: number, isOn: boolean) =>
  isOn ? [...list, id] : list.filter((each) => each !== id)

/** Returns why a group cannot be made yet. */
function refusalOf(name: string, experts: readonly number[], leader: number): string | undefined {
  if (name.trim() === '') return '请填写组名'
  if (experts.length < FEWEST) return `还需选择 ${FEWEST - experts.length} 位专家`
  if (experts.length > MOST) return `专家不超过 ${MOST} 位`
  return experts.includes(leader) ? undefined : '请指定组长'
}

const expertLine = ({ realName, workUnit }: ReviewExpert, specialty: string) =>
  [realName, workUnit, specialty].filter(Boolean).join(' · ')

/** Creates a group: name, experts, leader, technologies and projects. */
export function GroupDialog({ batch, onClose }: { batch: ReviewBatch; onClose: () => void }) {
  const [name, setName] = useState('')
  const [experts, setExperts] = useState<readonly number[]>([])
  const [leader, setLeader] = useState(0)
  const [types, setTypes] = useState<readonly string[]>([])
  const [projects, setProjects] = useState<readonly number[]>([])
  const groups = useQuery(reviewQueries.groups(batch.stage))
  const ofBatch = useQuery(reviewQueries.batchProjects(batch))
  const { data: pool } = groups
  const { data: all } = ofBatch
  const failed = [groups, ofBatch].find(({ error, data }) => error && !data)
  const taken = new Set(pool?.groups.flatMap(({ projectIds = [] }) => projectIds))
  const techTypes = usePorts().useDict('tech_type')
  const specialty = useNames('expert_specialty')
  const saving = useMutation({
    ...reviewWrites.saveGroup,
    onSuccess(group: ExpertGroup) {
      notify(`已建“${group.groupName}”`, 'success')
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
  const free = all?.content.filter(({ id, techType }) => {
    if (taken.has(id)) return false
    return types.length === 0 || (techType !== undefined && types.includes(techType))
  })
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
        <Field label="组名" required>
          {(control) => <Input {...control} maxLength={60} value={name} onValue={setName} />}
        </Field>
        <Field label="组长" required>
          {(control) => (
            <Select
              {...control}
              value={leader ? String(leader) : ''}
              onValue={(value) => setLeader(Number(value))}
              options={(pool?.candidates ?? [])
                .filter(({ userId }) => experts.includes(userId))
                .map(({ userId, realName }) => ({ value: String(userId), label: realName }))}
            />
          )}
        </Field>
        {failed?.error ? (
          <Failed error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !pool || !all ? (
          <Loading rows={4} />
        ) : (
          <>
            <Picks title={`专家，已选 ${experts.length} 位`}>
              {pool.candidates.map((expert) => (
                <Checkbox
                  key={expert.userId}
                  checked={experts.includes(expert.userId)}
                  onChecked={(isOn) => setExperts(toggled(experts, expert.userId, isOn))}
                >
                  {expertLine(expert, specialty(expert.specialty))}
                </Checkbox>
              ))}
            </Picks>
            <div className="grid content-start gap-3">
              <Picks title="负责技术路线">
                {techTypes.map(({ value, label }) => (
                  <Checkbox
                    key={value}
                    checked={types.includes(value)}
                    onChecked={(isOn) =>
                      setTypes(isOn ? [...types, value] : types.filter((each) => each !== value))
                    }
                  >
                    {label}
                  </Checkbox>
                ))}
              </Picks>
            </div>
            <div className="sm:col-span-2">
              <Picks title={`项目，已选 ${projects.length} 项`}>
                {free?.length === 0 && <span className="text-ink-faint">没有未分组的项目</span>}
                {free?.map(({ id, projectName, demoCode }) => (
                  <Checkbox
                    key={id}
                    checked={projects.includes(id)}
                    onChecked={(isOn) => setProjects(toggled(projects, id, isOn))}
                  >
                    {demoCode} {projectName}
                  </Checkbox>
                ))}
              </Picks>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
