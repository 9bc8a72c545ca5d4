import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { useIsAdmin } from '../is-admin.ts'
import { useKinds } from '../office-fields.tsx'
import { systemQueries, type User, type UserListQuery } from '../queries.ts'
import { UserDialog } from '../user-dialog.tsx'
import { NewUserForm } from '../user-form.tsx'
import { ACTION_NAMES, type BulkAction, BulkDialog } from './bulk-dialog.tsx'
import { allUsers, exportUsers } from './downloads.ts'
import { RosterDialog } from './roster-dialog.tsx'
import { columnsFor, filtersFor } from './user-columns.tsx'

const ALL: readonly BulkAction[] = ['disable', 'enable', 'move', 'reset', 'unlock']
const SERVICE: readonly BulkAction[] = ['reset', 'unlock']

interface Bulk {
  action: BulkAction
  users: readonly User[]
  clear: () => void
}

/** A kind of department or an office. */
export type Place = Pick<UserListQuery, 'deptId' | 'orgId'>

interface UserListProps {
  id: string
  title: string
  above?: ReactNode
  /** Place that the list is narrowed to. Empty for all accounts. */
  beside?: Place
}

/** Role names of all kinds, each once. */
function useRoles() {
  const kinds = useKinds()
  return useMemo(
    () => [...new Map(kinds.flatMap(({ roles = [] }) => roles).map((role) => [role.id, role])).values()],
    [kinds],
  )
}

/** Accounts in the caller's scope, with what can be done to many of them. */
export function UserList({ id, title, above, beside }: UserListProps) {
  const isAdmin = useIsAdmin()
  const roles = useRoles()
  const [opened, setOpened] = useState<number>()
  const [creating, setCreating] = useState<'one' | 'many'>()
  const [bulk, setBulk] = useState<Bulk>()
  const [isFull, setFull] = useState(false)
  const [columns] = useState(() => columnsFor(setOpened))
  const chosen = beside && (beside.orgId === undefined ? 'kind' : 'office')
  const filters = useMemo(() => filtersFor(roles, chosen), [roles, chosen])
  return (
    <>
      <QueryTable
        id={id}
        title={title}
        above={above}
        actions={
          <>
            {isAdmin && (
              <label className="flex items-center gap-1.5 text-ink-soft text-s">
                <input type="checkbox" checked={isFull} onChange={(event) => setFull(event.target.checked)} />
                导出完整手机号（记入审计）
              </label>
            )}
            <Button icon="upload" onClick={() => setCreating('many')}>
              批量创建
            </Button>
            <Button look="primary" icon="plus" onClick={() => setCreating('one')}>
              新建用户
            </Button>
          </>
        }
        query={systemQueries.users}
        fixed={beside ?? {}}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        all={allUsers}
        batch={(rows, clear) =>
          (isAdmin ? ALL : SERVICE).map((action) => (
            <Button
              key={action}
              look={action === 'disable' ? 'danger' : 'plain'}
              onClick={() => setBulk({ action, users: rows, clear })}
            >
              {ACTION_NAMES[action]}
            </Button>
          ))
        }
        onExport={(query: UserListQuery, client: QueryClient) => exportUsers(client, query, isFull)}
        noun="用户"
        empty="还没有用户"
      />
      {opened !== undefined && <UserDialog id={opened} onClose={() => setOpened(undefined)} />}
      {creating === 'one' && <NewUserForm onClose={() => setCreating(undefined)} />}
      {creating === 'many' && <RosterDialog onClose={() => setCreating(undefined)} />}
      {bulk && (
        <BulkDialog
          action={bulk.action}
          users={bulk.users}
          onDone={bulk.clear}
          onClose={() => setBulk(undefined)}
        />
      )}
    </>
  )
}
