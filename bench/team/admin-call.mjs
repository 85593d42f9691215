/** Calls of the owner of a team: `call('ListDevices', { limit: 100 })`. */
export function callsOf({ url, teamId, cookie }) {
  return async (method, body = {}) => {
    const response = await fetch(`${url}/hookline.team.v1.AdminService/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ teamId, ...body }),
    })
    const answer = await response.json()
    if (response.status !== 200) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer
  }
}
