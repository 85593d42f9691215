#!/bin/sh
cat > /dev/null
echo '{"permission":"deny","user_message":"No downloads on this machine.","agent_message":"Work offline."}'
