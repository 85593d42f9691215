import type { Io } from '../io.ts'

/** Whether the variable CI says that no person is here. */
export const isCi = ({ CI }: Io['env']): boolean => CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0'
