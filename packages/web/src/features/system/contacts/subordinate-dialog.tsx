import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { useOpenable } from '../../../app/use-openable.ts'
import { figure } from '../../../lib/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DictTag, DictText } from '../../../ui/dict-text.tsx'
import { RecordFields, RecordItem } from '../../../ui/record/record-group.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { type Subordinate, systemQueries } from '../queries.ts'

const PERSON = ['realName', 'position', 'phone', 'officePhone', 'email', 'lastLoginTime']
const OFFICE = ['orgName', 'deptName', 'regionName', 'creditCode', 'legalPerson', 'registeredAddress']
// Shorter captions than the contract's, which distinguishes name and key.
const CAPTIONS = new Map([
  ['orgName', '单位'],
  ['deptName', '部门类别'],
  ['regionName', '行政区划'],
])
const SHOWN = 100

const specsOf = (names: readonly string[]) =>
  names.flatMap((name) =>
    fields.User.filter((spec) => spec.name === name).map((spec) => ({
      ...spec,
      caption: CAPTIONS.get(name) ?? spec.caption,
    })),
  )
const person = specsOf(PERSON)
const office = specsOf(OFFICE)

type Projects = NonNullable<Subordinate['projects']>

function ProjectList({ projects }: { projects: Projects }) {
  const isOpenable = useOpenable()
  return (
    <section aria-label="所属单位的项目" className="grid gap-2">
      <h3 className="font-medium text-s">项目 {figure(projects.length)} 个</h3>
      {projects.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line text-s">
          {projects.slice(0, SHOWN).map(({ id, projectName, ratedPower, ratedEnergy, buildStatus }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-2">
              <span className="min-w-0 flex-1">
                {isOpenable(`/esproject/detail/${id}`) ? (
                  <GrantedLink
                    to="/esproject/detail/$id"
                    params={{ id: String(id) }}
                    className="text-brand-ink hover:underline"
                  >
                    {projectName}
                  </GrantedLink>
                ) : (
                  projectName
                )}
              </span>
              <span className="text-ink-soft tabular-nums">
                {figure(ratedPower ?? 0)} MW / {figure(ratedEnergy ?? 0)} MWh
              </span>
              <span className="w-16 text-ink-faint">
                <DictText dict="build_status" value={buildStatus} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {projects.length > SHOWN && (
        <p className="text-ink-faint text-xs">仅列出前 {SHOWN} 个，其余见项目查询。</p>
      )}
    </section>
  )
}

/** Shows an upper-level office an account below it: person, office and projects. */
export function SubordinateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(systemQueries.subordinate(id))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={data ? (data.user.orgName ?? data.user.username) : '单位详情'}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && (
        <div className="grid gap-4">
          <dl className="record-grid text-s">
            <RecordFields specs={office} record={data.user} />
            <RecordFields specs={person} record={data.user} />
            <RecordItem label="账号状态">
              <DictTag dict="account_status" value={data.user.status} />
            </RecordItem>
          </dl>
          {data.projects && <ProjectList projects={data.projects} />}
        </div>
      )}
    </Dialog>
  )
}
