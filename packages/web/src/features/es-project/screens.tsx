import { ProjectList } from './list.tsx'

export const DeclareScreen = () => <ProjectList title="项目申报" own />
export const AuditScreen = () => <ProjectList title="项目审核" todo />
export const QueryScreen = () => <ProjectList title="项目查询" />
