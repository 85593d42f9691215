/** Disks, virtual machines, containers, clusters and the network between them. */
export const machineServices = `
ceph: osd|mon|mds|fs|auth|mgr|config|device|nfs|health purge|destroy|rm|del|remove|out|down|lost|fail|disable|set|unset|reweight|blocklist|delete|mute|purge-new, osd pool delete|rm|rename|set, osd crush remove|rm|reweight|move, fs rm|fail|reset, orch rm|apply|stop|restart, orch daemon|host|osd|upgrade|device rm|stop|restart|redeploy|drain|start|zap, osd set|unset *, config-key rm|del, tell * injectargs|drop|compact|reset*, mgr module disable → delete or stop part of a storage cluster
cephadm: rm-cluster|zap-osds|rm-daemon|rm-repo → delete part of a storage cluster
ceph-volume: lvm zap → wipe a disk
rados: rm|rmpool|purge|rmsnap|rollback|truncate, -p * rm|purge|rmsnap, * rm|purge|rmsnap|cleanup|truncate → delete from a storage cluster
rbd: rm|remove|unmap|resize|flatten, snap purge|rm|remove|rollback|unprotect, trash purge|rm|empty, mirror pool|image disable|demote, pool|group|namespace|device remove|rm|unmap → delete from a storage cluster
radosgw-admin: bucket|user|object|subuser|key|zone|zonegroup|realm|period|quota|caps|gc|orphans|mfa rm|delete|remove|unlink|suspend|disable|chown|process|pull|finish|enable, bucket rm --purge-objects, user rm|suspend → delete from a storage cluster
gluster: volume delete|stop|remove-brick|reset|replace-brick|clear-locks|quota|set, peer detach, snapshot delete|deactivate|restore, volume * * delete → delete or stop part of a storage cluster
drbdadm: down|detach|disconnect|invalidate*|wipe-md|create-md|primary|outdate|new-current-uuid → change or empty a shared disk
drbdsetup: down|detach|del-*|invalidate* → change or empty a shared disk
linstor: resource|volume|node|storage-pool|resource-definition|resource-group|snapshot|vd|rd|r|n|sp delete|d|lost|evacuate|rollback → delete part of a storage cluster
lvremove lvreduce vgremove vgreduce pvremove pvmove: !--test !-t → delete or shrink a disk
lvchange vgchange: -a → change which disks the system uses
lvconvert: --merge, --split*, --repair → change a disk
lvm: lvremove|vgremove|pvremove|lvreduce|vgreduce → delete or shrink a disk
zpool: destroy|offline|detach|remove|labelclear|export|split|clear|rollback|create|replace|trim|upgrade|checkpoint|initialize → delete or change a disk
zfs: destroy|rollback|promote|rename|receive|recv|unmount|umount|set|inherit|upgrade|release|bookmark|create|load-key|unload-key|change-key|unshare → delete or change a file system
btrfs: subvolume|sub delete, device remove|delete, filesystem resize, rescue *, check --repair, balance start, qgroup destroy, property set, replace start → delete or change a file system
mdadm: --stop, --remove, --fail, --zero-superblock, --create, --grow, --manage, -S, -r, -f, -C, --set-faulty, --assemble, --kill-subarray → change a disk array
cryptsetup: luksFormat|luksErase|erase|luksRemoveKey|luksKillSlot|luksChangeKey|luksAddKey|reencrypt|luksSuspend|close|luksClose|remove|luksHeaderRestore|luksConvertKey|convert|config|resize → lock or empty an encrypted disk
e2fsck fsck xfs_repair ntfsfix fsck.ext4 dosfsck: -y !-n, -f !-n, -p !-n, -L !-n, -a !-n → rewrite a file system
resize2fs xfs_growfs tune2fs e2label swaplabel partprobe: /dev/* → change a file system
debugfs: -w → change a file system
sg_format sg_sanitize nwipe dban: * → wipe a disk
megacli MegaCli64 storcli storcli64 perccli perccli64 hpssacli ssacli arcconf: -CfgClr|-CfgLdDel|-LdInit|-LDInit|-PDClear|-PDOffline|-CfgForeign, /* del|delete|set|erase|start|stop, delete *, * delete|erase, * * delete|erase → change a disk array
tgtadm targetcli iscsiadm: --op delete, --logout, -u, *delete*|*clearconfig* → change which disks the system uses
pvcreate mkudffs: !--test !-t → wipe a disk
ddrescue dcfldd dc3dd: * /dev/*, *of=/dev/* → wipe a disk
jdupes fdupes: -d, --delete → delete files that look alike
rdfind: -deleteduplicates=true → delete files that look alike
bleachbit: -c, --clean, -s, --shred → delete what programs keep
tmpreaper tmpwatch: !--test !-t → delete files by their age
nvme: format|sanitize|delete-ns|create-ns|detach-ns|reset|fw-*|write*|dsm|set-feature → wipe or change a disk
diskutil: erase*|partition*|secureErase|zeroDisk|randomDisk|reformat, apfs delete*|erase*|resize*, ap delete*, cs delete*, appleRAID|ar delete|*, unmountDisk force, eraseVolume → wipe or change a disk
asr: restore --erase, --erase → wipe a disk
hdiutil: erase|resize, create -srcdevice → wipe a disk

virsh: destroy|undefine|vol-delete|vol-wipe|pool-delete|pool-destroy|pool-undefine|net-destroy|net-undefine|snapshot-delete|snapshot-revert|shutdown|reboot|reset|detach-*|managedsave-remove|checkpoint-delete|secret-undefine|nwfilter-undefine|iface-destroy|blockcommit|blockpull → stop or delete a machine
virt-manager virt-install: --destroy → delete a machine
vboxmanage VBoxManage: unregistervm|closemedium|modifyhd|snapshot|controlvm|discardstate|natnetwork|hostonlyif|dhcpserver|sharedfolder|encryptmedium|modifymedium --delete, unregistervm --delete|--delete-all, unregistervm * --delete, closemedium * * --delete, snapshot * delete|restore|restorecurrent, controlvm * poweroff|reset|acpipowerbutton|savestate, discardstate *, closemedium disk *, hostonlyif|natnetwork|dhcpserver|extpack remove|uninstall → stop or delete a machine
vmrun: deleteVM|deleteSnapshot|revertToSnapshot|reset, -T * deleteVM|deleteSnapshot|revertToSnapshot|reset → delete a machine
prlctl: delete|unregister|snapshot-delete|snapshot-switch|reset → delete a machine
qm pct: destroy|stop|shutdown|reset|rollback|delsnapshot|unlink|unlock|template|reboot|suspend|disk → stop or delete a machine
pvecm: delnode|expected → change a cluster
pvesh: delete|set|create → change a cluster
pveum: user|group|role|acl|pool|realm delete|del|modify, userdel|groupdel|roledel|acldel → change who may do what in a cluster
pveceph: destroy*|purge, pool|osd|mon|mgr|mds|fs destroy → delete part of a storage cluster
ha-manager: remove|set|crm-command → change a cluster
vzdump qmrestore: --force, --delete, --remove, --prune-backups → overwrite a machine
vim-cmd: vmsvc/destroy|vmsvc/unregister|vmsvc/power.off|vmsvc/power.reset|vmsvc/snapshot.remove*|hostsvc/* → stop or delete a machine
esxcli: * * * kill|remove|delete|set, vm process kill, system shutdown|maintenanceMode *, storage * * remove|delete → stop or delete a machine
govc: *destroy|*.rm|*.remove|vm.power|*.delete|datastore.rm|host.shutdown|host.maintenance.enter → stop or delete a machine
xe: vm-destroy|vm-uninstall|vdi-destroy|sr-destroy|sr-forget|snapshot-uninstall|snapshot-destroy|vm-shutdown|vm-reset-powerstate|pool-eject|host-forget|template-uninstall|host-shutdown|host-reboot → stop or delete a machine
xl: destroy|shutdown|reboot → stop a machine
multipass: delete|purge|restore → delete a machine
vagrant: destroy, box prune|remove, snapshot delete|restore, global-status --prune → delete a machine
lxc incus: delete, storage|image|network|profile|project|cluster delete|remove|evacuate, storage volume|bucket delete, restore, publish --force → delete a machine
lxc-destroy lxc-stop: -n, --name, * → stop or delete a machine
limactl: delete|factory-reset, disk delete, snapshot delete|apply → delete a machine
colima: delete|prune → delete a machine
orb orbctl: delete|reset → delete a machine
tart: delete|prune → delete a machine
machinectl: terminate|poweroff|kill|remove|clean|disable|reboot|stop → stop or delete a machine
docker podman nerdctl: service scale *=0, plugin install --grant-all-permissions → change what containers run
kubectl k oc: certificate approve, run --overrides=*rivileged*, run --overrides=*host*, expose --type=LoadBalancer, expose --type=NodePort → open or change a cluster
docker podman nerdctl: node rm|demote|promote|update, service rm|rollback, secret|config|plugin rm|remove|disable, trust revoke, system migrate|renumber|reset|prune, checkpoint rm, buildx rm, pod rm -a, pod rm --all, volume rm|remove|prune, swarm leave|ca → delete what containers keep
crictl ctr: rm|rmi|rmp|stopp|stop|images|containers|snapshots|tasks|namespaces|content -a, rm|rmi|rmp -a, rmi --prune, images|containers|snapshots|tasks|namespaces|content|c|i|t rm|remove|delete|kill|prune → delete what containers keep
buildah: rm|rmi -a, rm|rmi --all, prune → delete what containers keep
k3s-uninstall k3s-agent-uninstall rke2-uninstall rke2-killall k3s-killall microk8s-uninstall: * → delete a cluster
kubeadm: reset, token delete, certs renew, upgrade apply → take a machine out of a cluster
k0s: reset|stop → take a machine out of a cluster
k0sctl: reset → delete a cluster
k3s: kubectl delete, etcd-snapshot delete|prune, secrets-encrypt rotate*|reencrypt|disable, server --cluster-reset → delete from a cluster
rke rke2: remove, up --force, etcd snapshot-restore, server --cluster-reset → delete a cluster
microk8s: reset|stop|remove-node|disable, kubectl delete → take a machine out of a cluster
talosctl: reset|shutdown|reboot|upgrade|rollback|edit|patch|apply-config|bootstrap|restart, etcd remove-member|leave|forfeit-leadership|defrag, cluster destroy, config remove → take a machine out of a cluster
kops: delete, update|rolling-update|replace|edit|create --yes, replace --force → delete or change a cluster
eksctl: delete|drain|unset, scale nodegroup, upgrade → delete or change a cluster
clusterctl: delete|move|upgrade, upgrade apply → delete or change a cluster
kubespray: reset → delete a cluster
rancher: * delete|rm|remove|deactivate|purge, delete|rm|remove, cluster|nodes|projects|namespaces|apps delete|rm → delete from a cluster
argocd: app|appset|proj|project|repo|cluster|account|cert|gpg|repocreds delete|rm|remove|terminate-op|rollback|unset|delete-token|rotate-auth|delete-resource|patch|patch-resource|set|edit, app sync --prune, app sync --force, proj remove-*, admin import → take down or change an application
argo: delete|stop|terminate, cron|template|cluster-template|archive delete|suspend, archive delete → stop or delete the work of others
flux: delete|uninstall|suspend → stop or delete what a cluster runs
istioctl: uninstall, x uninstall, operator|tag remove, install -y → change what a cluster runs
linkerd: uninstall, viz|jaeger|multicluster|mc uninstall|unlink → change what a cluster runs
cilium: uninstall|cleanup, clustermesh|hubble disable, bpf * delete|flush, endpoint disconnect, config set|delete, identity|policy|kvstore delete → change the network of a cluster
calicoctl: delete|patch|replace, node|ipam|datastore release|lock|migrate, ipam release → change the network of a cluster
kustomize: delete → delete from a cluster
skaffold: delete → delete from a cluster
garden: delete, cleanup *, delete environment|deploy|service → take down what a cluster runs
devspace: purge, cleanup images, reset pods → take down what a cluster runs
okteto: destroy|down -v, namespace delete, preview destroy, destroy → take down what a cluster runs
werf: cleanup|purge|dismiss, host purge|cleanup --force → delete what a cluster runs
helm: uninstall|delete|un|del|rollback, upgrade --force, upgrade --reset-values → take down or change a release
kubens kubectx: -d → change which cluster is worked on
kubectl k oc: apply --prune → delete from a cluster
kubectl-delete: * → delete from a cluster
odo: delete → delete from a cluster
crossplane: xpkg push|delete, beta * delete → change what a cluster runs
meshctl: uninstall → change what a cluster runs
kuma kumactl: delete, uninstall → change what a cluster runs
subctl: uninstall, cloud cleanup → change the network of a cluster
operator-sdk: cleanup, olm uninstall → take down what a cluster runs
arkade: uninstall → take down what a cluster runs
porter: uninstall, bundle|installation uninstall|delete → take down what a cluster runs
dapr: uninstall → take down what a cluster runs
waypoint: destroy, project|server destroy|uninstall, server uninstall → take down what a cluster runs
crm crmsh: node|resource|configure|cluster standby|delete|stop|erase|remove|fence|clearstate|cleanup|unmanage, resource stop|migrate|move|ban → change which machines serve
pcs: cluster|resource|stonith|node|property|constraint|quorum|host destroy|stop|kill|delete|remove|disable|standby|fence|unset|ban|deauth, cluster destroy|stop|node, stonith fence|delete → change which machines serve
stonith_admin fence_ipmilan crm_resource crm_node: --fence, --reboot, -o, --delete, --cleanup, --ban, --force-stop, --remove → change which machines serve
keepalived: --signal → change which machines serve
scontrol: shutdown|reboot|delete|update|reconfigure|down → change what others compute on
scancel: -u, --user, -A, --account, --state → end the work of others
sacctmgr: delete|remove|modify|archive, -i delete|remove|modify → change who may compute
qdel: -u, all → end the work of others
condor_rm: -all, -a → end the work of others
bkill: 0, -u → end the work of others

iptables ip6tables iptables-legacy ebtables arptables: -F, -X, -P, -D, -A, -I, -Z, --flush, --policy, --delete, -R → change the defences of this machine
iptables-restore ip6tables-restore: * → change the defences of this machine
ipset: destroy|flush|del|add|restore|swap → change the defences of this machine
nft: flush|delete|add|insert|destroy|reset|replace, -f → change the defences of this machine
ufw: disable|reset|delete|allow|deny|default|insert|reload|route|limit, --force reset|disable → change the defences of this machine
firewall-cmd: --remove-*, --add-*, --panic-on, --panic-off, --set-default-zone, --reload, --complete-reload, --delete-*, --runtime-to-permanent → change the defences of this machine
firewall-offline-cmd: --disabled, --remove-* → change the defences of this machine
fail2ban-client: stop|unban|reload|set → change the defences of this machine
csf: -x, -f, -r, --disable → change the defences of this machine
cscli: decisions|bouncers|machines|alerts|hub|collections delete|remove|flush → change the defences of this machine
conntrack: -F, -D → cut the connections of this machine
ipvsadm: -C, -D, -d, --clear → change where connections go
nsupdate: -k, -y, -g, -l, * → change public names
cli53: delete|rrdelete|rrpurge|import|rrcreate|dlg-delete → change public names
flarectl: dns|zone|firewall|user-agents|pagerules|railgun|zone delete|d|create|update|purge, zone purge|delete, dns delete|create-or-update|create|update, firewall rules delete → change public names
cfcli: rm|remove|edit|purge|disable|devmode|always-use-https → change public names
route53: delete|change → change public names
octodns-sync: --doit → change public names
dnscontrol: push|create-domains → change public names
lexicon: * delete|update|create → change public names
pdnsutil: delete-*|replace-rrset|clear-zone|edit-zone|load-zone|rectify-zone|secure-zone|disable-dnssec|increase-serial → change public names
pdns_control: purge|quit|cycle|rediscover → change public names
rndc: delzone|flush|freeze|stop|halt|reload|sync|thaw|flushname|flushtree|signing|addzone|modzone → change how names are answered
unbound-control: flush_zone|stop|local_zone_remove|flush|flush_type|reload|forward_remove → change how names are answered
knotc: zone-purge|zone-unset|conf-unset|zone-flush|stop|zone-abort → change how names are answered
samba-tool: domain|user|group|computer|dns|gpo|ou|ntacl|drs|fsmo|sites demote|delete|disable|setpassword|removemembers|del|zonedelete|seize|transfer|sysvolreset|remove, domain demote|passwordsettings|exop, user delete|disable|setpassword|unlock → change who may use this network
haproxy: -sf, -st → stop what others reach
haproxyctl: disable|shutdown|set → stop what others reach
varnishadm: ban*|stop|vcl.discard|param.set|backend.set_health → empty or stop a cache
squid: -k → stop what others reach
nginx: -s → stop or reload what others reach
apachectl apache2ctl httpd: stop|graceful|restart|graceful-stop, -k → stop or reload what others reach
a2dissite a2dismod a2ensite a2enmod: * → change what a server serves
caddy: stop → stop what others reach
birdc vtysh: *clear*|conf*|*write*|*shutdown*|disable*|restart*|down → change the network
ovs-vsctl: del-*|emer-reset|set|add-*|clear|remove → change the network
ovs-ofctl: del-*|add-*|mod-* → change the network
wg: set|setconf|syncconf|addconf → change the network
wg-quick: down|up|save → change the network
tailscale: down|logout|up|set|funnel|serve|switch|lock → change the network
zerotier-cli: leave|join|set → change the network
netbird: down|up|deregister → change the network
headscale: nodes|users|preauthkeys|apikeys|routes|policy|node|user delete|expire|destroy|disable|move|rename|set|register → change who may use this network
openvpn3: session-manage|config-remove --disconnect, config-remove * → change the network
brctl: delbr|delif|addbr|addif → change the network
ethtool: -s, -K, -E, -f, --change, --reset → change the network
`
