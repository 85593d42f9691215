# frozen_string_literal: true

# One file for three events; the reply shape depends on hook_event_name.
require 'json'

event = JSON.parse($stdin.read)

reply =
  case event['hook_event_name']
  when 'beforeShellExecution'
    if event['command'].match?(/\bheroku\s+pg:reset\b/)
      { permission: 'deny', user_message: 'pg:reset is blocked.', agent_message: 'Never reset the Heroku database.' }
    else
      { permission: 'allow' }
    end
  when 'beforeSubmitPrompt'
    if event['prompt'].include?('sk_live_')
      { continue: false, user_message: 'The prompt holds a live Stripe key.' }
    else
      { continue: true }
    end
  else
    {}
  end

puts JSON.generate(reply)
