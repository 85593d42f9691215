import type { Context } from '../../context.ts'
import { activitySince } from '../../reports/activity.ts'
import { actorOf } from './guard.ts'
import type { Methods } from './methods.ts'

export const activity = (context: Context) =>
  ({
    async getActivity({ since }, handler) {
      return activitySince(context, actorOf(handler).team, since)
    },
  }) satisfies Methods
