import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { OpenButton } from '../../../ui/table/open-button.tsx'
import { NewRole } from './new-role.tsx'
import { type Role, roleMutations, roleQueries } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'

function Kinds({ ids }: { ids: readonly number[] }) {
  const kinds = usePorts().useDict('dept_kind')
  return ids.map((id) => kinds.find(({ value }) => value === String(id))?.label ?? id).join('、')
}

const columnsFor = (onOpen: (id: number) => void) =>
  columnsOf<Role>([
    {
      key: 'name',
      title: '角色名称',
      width: 170,
      cell: ({ id, name }) => <OpenButton onOpen={() => onOpen(id)}>{name}</OpenButton>,
    },
    {
      key: 'basedOnName',
      title: '来源',
      width: 150,
      value: ({ basedOnName }) => (basedOnName === undefined ? '内置' : `复制自${basedOnName}`),
    },
    { key: 'deptIds', title: '部门类别', width: 200, cell: ({ deptIds }) => <Kinds ids={deptIds} /> },
    {
      key: 'dataScope',
      title: '数据范围',
      width: 100,
      cell: ({ dataScope }) => <DictText dict="data_scope" value={dataScope} />,
    },
    { key: 'users', title: '用户', kind: 'number', width: 80 },
    { key: 'menus', title: '菜单', kind: 'number', width: 80 },
    { key: 'permissions', title: '权限', kind: 'number', width: 80 },
    {
      key: 'own',
      title: '授权方式',
      width: 130,
      value: ({ own }) => (own ? '单独设置' : '沿用部门类别'),
    },
    {
      key: 'enabled',
      title: '状态',
      width: 80,
      value: ({ enabled }) => (enabled ? '启用' : '停用'),
      cell: ({ enabled }) => <StatusTag label={enabled ? '启用' : '停用'} />,
    },
    { key: 'note', title: '说明', width: 180 },
    { key: 'updateTime', title: '更新时间', width: 170 },
  ])

type Task = { open: number } | { copy: Role | undefined } | { remove: Role }

/** Roles: what each may see and do, and who has it. */
export function RoleScreen() {
  const { data, error, isFetching, refetch } = useQuery(roleQueries.list)
  const [task, setTask] = useState<Task>()
  const [columns] = useState(() => columnsFor((open) => setTask({ open })))
  const close = () => setTask(undefined)
  return (
    <>
      <LocalTable
        id="roles"
        title="角色管理"
        rows={data}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        isSearchable
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        actions={
          <Button look="primary" icon="plus" onClick={() => setTask({ copy: undefined })}>
            新建角色
          </Button>
        }
        rowMenu={(role) => [
          { label: '修改', onSelect: () => setTask({ open: role.id }) },
          { label: '复制', onSelect: () => setTask({ copy: role }) },
          ...(role.basedOn === undefined || role.users > 0
            ? []
            : [{ label: '删除', isDanger: true, onSelect: () => setTask({ remove: role }) }]),
        ]}
        counter="个"
        empty="还没有角色"
      />
      {task && 'open' in task && <RoleDialog key={task.open} id={task.open} onClose={close} />}
      {task && 'copy' in task && (
        <NewRole roles={data ?? []} from={task.copy} onMade={(open) => setTask({ open })} onClose={close} />
      )}
      {task && 'remove' in task && (
        <ConfirmDialog
          title="删除角色"
          description={`确定删除“${task.remove.name}”吗？该角色没有用户，删除后不能恢复。`}
          action="删除"
          write={roleMutations.delete}
          variables={task.remove.id}
          onClose={close}
        />
      )}
    </>
  )
}
