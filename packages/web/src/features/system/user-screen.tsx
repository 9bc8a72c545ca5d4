import { AreaLinks } from './area-links.tsx'
import { UserList } from './people/user-list.tsx'

/** All accounts, for administrators. */
export const UserScreen = () => <UserList id="users" title="用户管理" above={<AreaLinks />} />

export { BuiltInScreen } from './people/built-in-screen.tsx'
