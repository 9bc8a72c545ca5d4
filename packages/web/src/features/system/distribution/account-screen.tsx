import { useMemo, useState } from 'react'
import { QueryTable } from '../../../ui/table/query-table.tsx'
import { DistributionLinks } from '../area-links.tsx'
import { SubordinateDialog } from '../contacts/subordinate-dialog.tsx'
import { useKinds } from '../office-fields.tsx'
import { exportUsers } from '../people/downloads.ts'
import { columnsFor, filtersFor } from '../people/user-columns.tsx'
import { systemQueries } from '../queries.ts'

/** Accounts for those who see their distribution but manage none. */
export function AccountScreen() {
  const kinds = useKinds()
  const [opened, setOpened] = useState<number>()
  const [columns] = useState(() => columnsFor(setOpened))
  const filters = useMemo(
    () =>
      filtersFor([
        ...new Map(kinds.flatMap(({ roles = [] }) => roles).map((role) => [role.id, role])).values(),
      ]),
    [kinds],
  )
  return (
    <>
      <QueryTable
        id="accounts"
        title="账号明细"
        above={<DistributionLinks within="/system/distribution/index" />}
        query={systemQueries.users}
        columns={columns}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ username }) => username}
        onExport={(query, client) => exportUsers(client, query, false)}
        noun="账号"
        empty="还没有账号"
      />
      {opened !== undefined && <SubordinateDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
