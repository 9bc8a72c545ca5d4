import { CountryStatus } from '@xinchu/contract/codes'
import type { Project } from '@xinchu/sdk'
import { useViewTitle } from '../../app/views/view-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ProjectDetail } from './detail.tsx'

const isWarehoused = ({ countryStatus }: Project) => countryStatus === CountryStatus.stored

const titleOf = (project: Project) => `${isWarehoused(project) ? '变更' : '修改'}：${project.projectName}`

/** Name and state of the project, and the effect of a change of an official record. */
export function FormHead({ stored }: { stored: Project | undefined }) {
  useViewTitle(stored && titleOf(stored))
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 break-words font-semibold text-lg">
          {stored ? stored.projectName : '新建项目'}
        </h1>
        {stored && <StatusTag label={stored.flow.statusLabel} />}
        {stored && isWarehoused(stored) && <StatusTag label="变更" />}
        {stored && <span className="text-ink-faint text-s">{stored.projectCode}</span>}
      </div>
      {stored && isWarehoused(stored) && (
        <p className="flex items-start gap-2 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-s text-warning">
          <Icon name="alert" className="mt-0.5" />
          本项目已入库。变更提交后逐级审核；重新入库前，
          {stored.warehouseTime && `${stored.warehouseTime.slice(0, 10)} `}
          入库的数据继续有效，仍是官方统计的依据。
        </p>
      )}
    </header>
  )
}

/** A project that its author cannot change now: the reason, and the record read-only. */
export function LockedProject({ project }: { project: Project }) {
  useViewTitle(`查看：${project.projectName}`)
  const { flow, actions = [] } = project
  return (
    <div className="grid gap-4">
      <p
        role="status"
        className="flex items-start gap-2 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-s text-warning"
      >
        <Icon name="lock" className="mt-0.5" />
        <span>
          本项目现在是“{flow.statusLabel}”，不能修改
          {flow.currentHandlerOrgName && `，由${flow.currentHandlerOrgName}办理`}。
          {actions.includes('WITHDRAW') && '如需修改，请先撤回。'}
        </span>
      </p>
      <ProjectDetail id={project.id} />
    </div>
  )
}
