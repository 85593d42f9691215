/**
 * The shell script that sets up the sandbox from inside, as root of a user namespace without rights outside. $1 is an empty
 * directory, $2 is the script.
 *
 * - All mounts are read-only. Nested namespaces are not allowed, because a script would have privileges there.
 * - The shell that creates the sandbox stays its first process. A script cannot kill or trace it, and all processes end with it.
 * - Each process has its own limits, but only the number of processes is limited for all of them together. If memory runs out,
 *   the system therefore kills these processes before the server. The number counts in this namespace only (Linux 5.14 or later;
 *   in older kernels for the whole user).
 */
export const sandboxScript = `set -eu
PATH=$PATH:/usr/sbin:/sbin
root=$1
mount -t tmpfs -o size=64m,mode=755,nosuid,nodev none "$root"
for name in bin sbin lib lib32 lib64 libx32 usr; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"
  elif [ -d "/$name" ]; then
    mkdir "$root/$name"
    mount --bind "/$name" "$root/$name"
    mount -o remount,bind,ro,nosuid "$root/$name"
  fi
done
mkdir "$root/proc" "$root/dev" "$root/etc" "$root/old"
mkdir -m 1777 "$root/tmp" "$root/work"
for name in null zero urandom; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
  mount -o remount,bind,ro,nosuid,noexec "$root/dev/$name"
done
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
echo 0 > "$root/proc/sys/user/max_user_namespaces"
echo 1000 > "$root/proc/self/oom_score_adj"
mount -o remount,bind,ro,nosuid,nodev,noexec "$root/proc"
cp "$2" "$root/work/script"
chmod 755 "$root/work/script"
cd "$root"
pivot_root . old
umount -l old
rmdir old
cd /work
prlimit --core=0 --nproc=64 --data=536870912 --as=1073741824 --fsize=67108864 --cpu=20 --nofile=256 --memlock=0 \\
  setpriv --no-new-privs --inh-caps=-all --bounding-set=-all ./script || exit $?
`
