/** Properties of a project with the display names of its codes and keys. */
export const projectNames = {
  provinceCode: 'provinceName',
  cityCode: 'cityName',
  countyCode: 'countyName',
  ownerGroupId: 'ownerGroupName',
} as const
