#!/bin/sh
f=$(jq -r '.file_path')
case $f in
  */embargoed/*)
    cat <<'EOF'
{
  "permission": "deny",
  "user_message": "Embargoed until the exhibition opens."
}
EOF
    ;;
  *) echo '{ "permission": "allow" }' ;;
esac
