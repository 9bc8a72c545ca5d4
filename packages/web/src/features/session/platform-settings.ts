import { platform } from '@xinchu/sdk'
import { type Connection, useConnection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { oncePer } from '../../lib/once-per.ts'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'

const NAME = '全国新型储能大数据平台'

/** Public settings of the platform. Public pages load them without the query cache. */
export const platformSettingsOf = oncePer((connection: Connection) =>
  sharedLoad(() => platform(connection).get(), tell),
)

export const usePlatform = () => useShared(platformSettingsOf(useConnection()))

/** Name of the platform; the default name until the settings are loaded. */
export const usePlatformTitle = (): string => usePlatform()?.title ?? NAME
