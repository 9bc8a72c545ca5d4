/** Text where figures would be, if the address names a division outside the user's scope. */
export const OUTSIDE = '该地区不在您的数据范围'

/** Text in their place, if the address names a division that there is not. */
export const UNKNOWN = '没有这个区划'
