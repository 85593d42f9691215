/** The pages of a team and their addresses. */
import {
  IconActivity,
  IconDeviceLaptop,
  IconLayoutDashboard,
  IconListDetails,
  IconListSearch,
  IconNotebook,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'

export const teamPages = [
  { name: 'overview', label: 'Overview', digit: '0', icon: IconLayoutDashboard },
  { name: 'hooks', label: 'Hooks', digit: '1', icon: IconListDetails },
  { name: 'publish', label: 'Publish', digit: '2', icon: IconSend },
  { name: 'devices', label: 'Devices', digit: '3', icon: IconDeviceLaptop },
  { name: 'activity', label: 'Activity', digit: '4', icon: IconActivity },
  { name: 'decisions', label: 'Decisions', digit: '5', icon: IconListSearch },
  { name: 'members', label: 'Members', digit: '6', icon: IconUsers },
  { name: 'journal', label: 'Audit log', digit: '7', icon: IconNotebook },
] as const

export const pagePath = (teamId: string, ...path: readonly (string | number | bigint)[]): string =>
  `/${[teamId, ...path].map(String).map(encodeURIComponent).join('/')}`
